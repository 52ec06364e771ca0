<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>Advanced</name>
    <message>
        <source>Reasoning arrives as &lt;think&gt; within the text: split it off</source>
        <translation>Das Denken kommt als &lt;think&gt; im Text an: abtrennen</translation>
    </message>
    <message>
        <source>This model can call tools</source>
        <translation>Dieses Modell kann Werkzeuge aufrufen</translation>
    </message>
    <message>
        <source>Extra headers</source>
        <translation>Weitere Header</translation>
    </message>
    <message>
        <source>Extra parameters</source>
        <translation>Weitere Parameter</translation>
    </message>
    <message>
        <source>A JSON object that is added to every request.</source>
        <translation>Ein JSON-Objekt, das jeder Anfrage hinzugefügt wird.</translation>
    </message>
    <message>
        <source>Idle time limit</source>
        <translation>Längste Stille</translation>
    </message>
    <message>
        <source>How long the provider may say nothing at all. The default is 300 s.</source>
        <translation>Wie lange der Anbieter gar nichts senden darf. Vorgabe: 300&#xa0;s.</translation>
    </message>
    <message>
        <source>headers, parameters, time limit</source>
        <translation>Header, Parameter, Zeitgrenze</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
</context>
<context>
    <name>CardBody</name>
    <message>
        <source>What would be done</source>
        <translation>Was geschehen würde</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Reason, if you like: the model will read it</source>
        <translation>Grund, falls gewünscht: das Modell liest ihn</translation>
    </message>
    <message>
        <source>Reason for denying</source>
        <translation>Grund der Ablehnung</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Run again</source>
        <translation>Erneut ausführen</translation>
    </message>
    <message>
        <source>Cancel this call</source>
        <translation>Aufruf abbrechen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Deny…</source>
        <translation>Ablehnen…</translation>
    </message>
    <message>
        <source>Allow in this chat</source>
        <translation>In diesem Chat erlauben</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>Einmal erlauben</translation>
    </message>
    <message>
        <source>D while the card has the focus</source>
        <translation>D, solange die Karte den Fokus hat</translation>
    </message>
    <message>
        <source>C while the card has the focus</source>
        <translation>C, solange die Karte den Fokus hat</translation>
    </message>
    <message>
        <source>A while the card has the focus</source>
        <translation>A, solange die Karte den Fokus hat</translation>
    </message>
    <message>
        <source>Error, as the model received it</source>
        <translation>Fehler, wie das Modell ihn erhielt</translation>
    </message>
    <message>
        <source>The result is empty</source>
        <translation>Das Ergebnis ist leer</translation>
    </message>
    <message>
        <source>Result, shortened for the model from {0}</source>
        <translation>Ergebnis, für das Modell gekürzt von {0}</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>Ablehnen</translation>
    </message>
</context>
<context>
    <name>ChatDelegate</name>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>Show or hide the list of chats ({0})</source>
        <translation>Liste der Chats ein- oder ausblenden ({0})</translation>
    </message>
    <message>
        <source>Not kept</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <source>This chat is gone when Callboard ends.</source>
        <translation>Dieser Chat verschwindet, wenn Callboard beendet wird.</translation>
    </message>
    <message>
        <source>What can be done with this chat</source>
        <translation>Was mit diesem Chat möglich ist</translation>
    </message>
    <message>
        <source>Stays on this computer</source>
        <translation>Bleibt auf diesem Computer</translation>
    </message>
    <message>
        <source>Nothing you write in this chat leaves this computer.</source>
        <translation>Nichts, was in diesem Chat geschrieben wird, verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>Goes to {0}</source>
        <translation>Geht an {0}</translation>
    </message>
    <message>
        <source>What you write in this chat is sent to {0}.</source>
        <translation>Was in diesem Chat geschrieben wird, geht an {0}.</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Chat settings…</source>
        <translation>Chat-Einstellungen…</translation>
    </message>
    <message>
        <source>Don&apos;t keep this chat</source>
        <translation>Diesen Chat nicht speichern</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
</context>
<context>
    <name>ChatList</name>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
</context>
<context>
    <name>ChatOptions</name>
    <message>
        <source>Chat settings</source>
        <translation>Chat-Einstellungen</translation>
    </message>
    <message>
        <source>Provider&apos;s default</source>
        <translation>Vorgabe des Anbieters</translation>
    </message>
    <message>
        <source>None. Say here who the model should be, and how it should answer.</source>
        <translation>Keiner. Hier steht, wer das Modell sein und wie es antworten soll.</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Token</translation>
    </message>
    <message>
        <source> token</source>
        <translation> Token</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Niedrig</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>These hold for this chat, from the next message on.</source>
        <translation>Gilt für diesen Chat, ab der nächsten Nachricht.</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Maximum length</source>
        <translation>Größte Länge</translation>
    </message>
    <message>
        <source>Reasoning effort</source>
        <translation>Denkaufwand</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Use all defaults</source>
        <translation>Überall die Vorgabe</translation>
    </message>
</context>
<context>
    <name>ChatPage</name>
    <message>
        <source>Rename chat</source>
        <translation>Chat umbenennen</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Message {0}…</source>
        <translation>Nachricht an {0}…</translation>
    </message>
    <message>
        <source>Message…</source>
        <translation>Nachricht…</translation>
    </message>
    <message>
        <source>That is {0} characters; a message can have {1}. Nothing was pasted. Put long text into a file and let a tool read it, or send it in parts.</source>
        <translation>Das sind {0} Zeichen; eine Nachricht darf {1} haben. Nichts wurde eingefügt. Langen Text in eine Datei legen und von einem Werkzeug lesen lassen, oder in Teilen senden.</translation>
    </message>
    <message>
        <source>Send (Return)</source>
        <translation>Senden (Eingabe)</translation>
    </message>
    <message>
        <source>Stop the answer (Esc)</source>
        <translation>Antwort abbrechen (Esc)</translation>
    </message>
</context>
<context>
    <name>ConnectForm</name>
    <message>
        <source>Other</source>
        <translation>Anderer</translation>
    </message>
    <message>
        <source>Paste the key, if it needs one</source>
        <translation>Schlüssel einfügen, falls nötig</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>Anbieter</translation>
    </message>
    <message>
        <source>API type</source>
        <translation>API-Art</translation>
    </message>
    <message>
        <source>Base URL</source>
        <translation>Basis-URL</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Start chatting</source>
        <translation>Chat beginnen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Connected. Choose the model to begin with.</source>
        <translation>Verbunden. Nun das Modell für den Anfang wählen.</translation>
    </message>
    <message>
        <source>This provider needs a key.</source>
        <translation>Dieser Anbieter braucht einen Schlüssel.</translation>
    </message>
    <message>
        <source>New provider</source>
        <translation>Neuer Anbieter</translation>
    </message>
</context>
<context>
    <name>ConnectionTest</name>
    <message>
        <source>Connection test</source>
        <translation>Verbindungstest</translation>
    </message>
    <message>
        <source>Use in a chat</source>
        <translation>Im Chat verwenden</translation>
    </message>
    <message>
        <source>Testing the connection…</source>
        <translation>Verbindung wird getestet…</translation>
    </message>
    <message>
        <source>Connection test stopped</source>
        <translation>Verbindungstest abgebrochen</translation>
    </message>
    <message>
        <source>Last test · {0}</source>
        <translation>Letzter Test · {0}</translation>
    </message>
</context>
<context>
    <name>DetailsView</name>
    <message>
        <source>What went over the wire</source>
        <translation>Was übertragen wurde</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Response</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Nothing is recorded for this turn, or it was deleted since.</source>
        <translation>Zu dieser Antwort ist nichts aufgezeichnet, oder es wurde inzwischen gelöscht.</translation>
    </message>
    <message>
        <source>Rounds of this turn</source>
        <translation>Runden dieser Antwort</translation>
    </message>
    <message>
        <source>Keys are masked in everything that is kept.</source>
        <translation>In allem Gespeicherten sind Schlüssel unkenntlich gemacht.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Round {0}</source>
        <translation>Runde {0}</translation>
    </message>
    <message>
        <source>{0}, attempt {1}</source>
        <translation>{0}, Versuch {1}</translation>
    </message>
    <message>
        <source>no reply</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>connection reused</source>
        <translation>Verbindung wiederverwendet</translation>
    </message>
    <message>
        <source>new connection</source>
        <translation>neue Verbindung</translation>
    </message>
    <message>
        <source>first byte after {0}</source>
        <translation>erstes Byte nach {0}</translation>
    </message>
    <message>
        <source>{0} in all</source>
        <translation>insgesamt {0}</translation>
    </message>
    <message>
        <source>the recording was cut at its size limit</source>
        <translation>die Aufzeichnung endet an ihrer Größengrenze</translation>
    </message>
</context>
<context>
    <name>EffortChip</name>
    <message>
        <source>Reasoning: {0}</source>
        <translation>Denken: {0}</translation>
    </message>
    <message>
        <source>Reasoning effort</source>
        <translation>Denkaufwand</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Denken</translation>
    </message>
    <message>
        <source>Provider&apos;s default</source>
        <translation>Vorgabe des Anbieters</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>low</source>
        <translation>niedrig</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>high</source>
        <translation>hoch</translation>
    </message>
</context>
<context>
    <name>EmptyChat</name>
    <message>
        <source>Connect a provider</source>
        <translation>Anbieter verbinden</translation>
    </message>
    <message>
        <source>Nobody to talk to yet</source>
        <translation>Noch kein Gegenüber</translation>
    </message>
    <message>
        <source>Connect a provider, or choose a model below.</source>
        <translation>Einen Anbieter verbinden oder unten ein Modell wählen.</translation>
    </message>
    <message>
        <source>What is on your mind?</source>
        <translation>Worum geht es?</translation>
    </message>
    <message>
        <source>{0} answers on this computer; nothing is sent anywhere.</source>
        <translation>{0} antwortet auf diesem Computer; nichts wird irgendwohin gesendet.</translation>
    </message>
    <message>
        <source>{0} answers. What you write is sent to {1}.</source>
        <translation>{0} antwortet. Was geschrieben wird, geht an {1}.</translation>
    </message>
    <message>
        <source>This chat is not kept.</source>
        <translation>Dieser Chat wird nicht gespeichert.</translation>
    </message>
</context>
<context>
    <name>EngineCard</name>
    <message>
        <source>Loading</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation>Nicht geladen</translation>
    </message>
    <message>
        <source>Loading…</source>
        <translation>Wird geladen…</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Bereit</translation>
    </message>
    <message>
        <source>Could not be loaded</source>
        <translation>Konnte nicht geladen werden</translation>
    </message>
</context>
<context>
    <name>EngineFields</name>
    <message>
        <source> tokens</source>
        <translation> Token</translation>
    </message>
    <message>
        <source>All of them</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Kontextlänge</translation>
    </message>
    <message>
        <source>More needs more memory. It counts when the model is loaded next.</source>
        <translation>Mehr braucht mehr Speicher. Gilt, wenn das Modell das nächste Mal geladen wird.</translation>
    </message>
    <message>
        <source>Layers on the GPU</source>
        <translation>Schichten auf der GPU</translation>
    </message>
    <message>
        <source>0 uses the processor alone.</source>
        <translation>0 nutzt nur den Prozessor.</translation>
    </message>
</context>
<context>
    <name>EngineStrip</name>
    <message>
        <source>Loading the model into this computer&apos;s memory…</source>
        <translation>Das Modell wird in den Speicher dieses Computers geladen…</translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message>
        <source>No folder yet.</source>
        <translation>Noch kein Ordner.</translation>
    </message>
    <message>
        <source>+ Add folder…</source>
        <translation>+ Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Add a folder</source>
        <translation>Ordner hinzufügen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>{0} was taken off the list. Nothing in it was changed.</source>
        <translation>{0} ist von der Liste genommen. Darin wurde nichts geändert.</translation>
    </message>
</context>
<context>
    <name>GeneralPage</name>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>As the system</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Notify when a chat waits or has finished behind other windows</source>
        <translation>Melden, wenn ein Chat hinter anderen Fenstern wartet oder fertig ist</translation>
    </message>
    <message>
        <source>New chats</source>
        <translation>Neue Chats</translation>
    </message>
    <message>
        <source>Begin with</source>
        <translation>Beginnen mit</translation>
    </message>
    <message>
        <source>Limits of one turn</source>
        <translation>Grenzen für eine Antwort</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Tool calls</source>
        <translation>Werkzeugaufrufe</translation>
    </message>
    <message>
        <source>Characters of results</source>
        <translation>Zeichen in Ergebnissen</translation>
    </message>
    <message>
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Time for one tool</source>
        <translation>Zeit für ein Werkzeug</translation>
    </message>
    <message>
        <source>Back to the defaults</source>
        <translation>Zurück zu den Vorgaben</translation>
    </message>
    <message>
        <source>Default: {0}</source>
        <translation>Vorgabe: {0}</translation>
    </message>
    <message>
        <source>The one used last</source>
        <translation>Zuletzt verwendeter Anbieter</translation>
    </message>
    <message>
        <source>A provider that is gone</source>
        <translation>Ein Anbieter, den es nicht mehr gibt</translation>
    </message>
    <message>
        <source>Counts from the next start of Callboard.</source>
        <translation>Gilt ab dem nächsten Start von Callboard.</translation>
    </message>
</context>
<context>
    <name>HeaderRow</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name of the header</source>
        <translation>Name des Headers</translation>
    </message>
    <message>
        <source>Value of the header</source>
        <translation>Wert des Headers</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the header</source>
        <translation>Header entfernen</translation>
    </message>
    <message>
        <source>Saved in the keyring</source>
        <translation>Im Schlüsselbund gespeichert</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>Headers</name>
    <message>
        <source>+ Add header</source>
        <translation>+ Header hinzufügen</translation>
    </message>
    <message>
        <source>Add a header</source>
        <translation>Header hinzufügen</translation>
    </message>
    <message>
        <source>Values of headers named after a key, token, secret or cookie are kept in the keyring.</source>
        <translation>Werte von Headern, deren Name nach Schlüssel, Token, Geheimnis oder Cookie klingt, liegen im Schlüsselbund.</translation>
    </message>
    <message>
        <source>There is a header of this name already.</source>
        <translation>Einen Header mit diesem Namen gibt es schon.</translation>
    </message>
</context>
<context>
    <name>KeyProblem</name>
    <message>
        <source>Callboard never writes a key to a file. It can keep this one in memory: the key works at once and is gone when Callboard closes.</source>
        <translation>Callboard schreibt nie einen Schlüssel in eine Datei. Im Speicher behalten geht: Der Schlüssel wirkt sofort und ist weg, wenn Callboard schließt.</translation>
    </message>
    <message>
        <source>Keep it until Callboard closes</source>
        <translation>Behalten, bis Callboard schließt</translation>
    </message>
    <message>
        <source>Try the keyring again</source>
        <translation>Schlüsselbund erneut versuchen</translation>
    </message>
</context>
<context>
    <name>KeySection</name>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the key</source>
        <translation>Schlüssel entfernen</translation>
    </message>
    <message>
        <source>Paste the key</source>
        <translation>Schlüssel einfügen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save the key</source>
        <translation>Schlüssel speichern</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>No key</source>
        <translation>Kein Schlüssel</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Add key</source>
        <translation>Schlüssel hinzufügen</translation>
    </message>
    <message>
        <source>Replace the key</source>
        <translation>Schlüssel ersetzen</translation>
    </message>
    <message>
        <source>Kept until Callboard closes · ends …{0}</source>
        <translation>Behalten, bis Callboard schließt · endet auf …{0}</translation>
    </message>
    <message>
        <source>Kept until Callboard closes</source>
        <translation>Behalten, bis Callboard schließt</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Saved · ends …{0}</source>
        <translation>Gespeichert · endet auf …{0}</translation>
    </message>
    <message>
        <source>Key · {0}</source>
        <translation>Schlüssel · {0}</translation>
    </message>
    <message>
        <source>Key · kept in the system keyring ({0})</source>
        <translation>Schlüssel · im Schlüsselbund des Systems ({0})</translation>
    </message>
    <message>
        <source>Saving in the keyring…</source>
        <translation>Wird im Schlüsselbund gespeichert…</translation>
    </message>
    <message>
        <source>The key was removed.</source>
        <translation>Der Schlüssel ist entfernt.</translation>
    </message>
</context>
<context>
    <name>ModelChip</name>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Its default model</source>
        <translation>Dessen Standardmodell</translation>
    </message>
</context>
<context>
    <name>ModelField</name>
    <message>
        <source>Default model</source>
        <translation>Standardmodell</translation>
    </message>
    <message>
        <source>Type a model, or find one</source>
        <translation>Modell eingeben oder suchen</translation>
    </message>
    <message>
        <source>Find models</source>
        <translation>Modelle suchen</translation>
    </message>
    <message>
        <source>Asking the provider…</source>
        <translation>Der Anbieter wird gefragt…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>{0} found</source>
        <translation>{0} gefunden</translation>
    </message>
</context>
<context>
    <name>ModelsPage</name>
    <message>
        <source>Models on this computer</source>
        <translation>Modelle auf diesem Computer</translation>
    </message>
    <message>
        <source>A model in a GGUF file runs right here: nothing that you write leaves this computer.</source>
        <translation>Ein Modell in einer GGUF-Datei läuft direkt hier: Nichts Geschriebenes verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Looking for files…</source>
        <translation>Dateien werden gesucht…</translation>
    </message>
    <message>
        <source>Folders to look in</source>
        <translation>Ordner für die Suche</translation>
    </message>
    <message>
        <source>Always looked in: {0}</source>
        <translation>Immer durchsucht: {0}</translation>
    </message>
    <message>
        <source>How they are loaded</source>
        <translation>Wie sie geladen werden</translation>
    </message>
    <message>
        <source>No model file was found. Put one into a folder below, or add a folder.</source>
        <translation>Keine Modelldatei gefunden. Eine in einen Ordner unten legen oder einen Ordner hinzufügen.</translation>
    </message>
    <message>
        <source>Use in a chat</source>
        <translation>Im Chat verwenden</translation>
    </message>
    <message>
        <source>Use {0} in a chat</source>
        <translation>{0} im Chat verwenden</translation>
    </message>
</context>
<context>
    <name>NoticeBar</name>
    <message>
        <source>Dismiss</source>
        <translation>Ausblenden</translation>
    </message>
</context>
<context>
    <name>Notices</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close this notice</source>
        <translation>Diesen Hinweis schließen</translation>
    </message>
</context>
<context>
    <name>Offers</name>
    <message>
        <source>Take the tour</source>
        <translation>Die Tour beginnen</translation>
    </message>
    <message>
        <source>What time is it in Tokyo?</source>
        <translation>Wie spät ist es in Tokio?</translation>
    </message>
    <message>
        <source>Let a tool fail: divide by zero</source>
        <translation>Ein Fehler: durch null teilen</translation>
    </message>
    <message>
        <source>Write a file, with my approval</source>
        <translation>Datei schreiben, mit Freigabe</translation>
    </message>
    <message>
        <source>Three calls at once</source>
        <translation>Drei Aufrufe auf einmal</translation>
    </message>
    <message>
        <source>A long answer</source>
        <translation>Eine lange Antwort</translation>
    </message>
</context>
<context>
    <name>PastedStrip</name>
    <message>
        <source>Pasted text</source>
        <translation>Eingefügter Text</translation>
    </message>
    <message>
        <source>{0} characters</source>
        <translation>{0} Zeichen</translation>
    </message>
    <message>
        <source>Remove this text</source>
        <translation>Diesen Text entfernen</translation>
    </message>
</context>
<context>
    <name>Picker</name>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Nothing fits</source>
        <translation>Nichts passt</translation>
    </message>
</context>
<context>
    <name>PromptField</name>
    <message>
        <source>Message</source>
        <translation>Nachricht</translation>
    </message>
</context>
<context>
    <name>ProviderForm</name>
    <message>
        <source>Test connection</source>
        <translation>Verbindung testen</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Remove this provider</source>
        <translation>Diesen Anbieter entfernen</translation>
    </message>
    <message>
        <source>Use in a chat</source>
        <translation>Im Chat verwenden</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>API type</source>
        <translation>API-Art</translation>
    </message>
    <message>
        <source>Base URL</source>
        <translation>Basis-URL</translation>
    </message>
    <message>
        <source>Default model</source>
        <translation>Standardmodell</translation>
    </message>
    <message>
        <source>Built in · offline · no model. It plays a tour through everything Callboard does, in the API type you choose.</source>
        <translation>Eingebaut · offline · kein Modell. Spielt eine Tour durch alles, was Callboard kann, in der gewählten API-Art.</translation>
    </message>
    <message>
        <source>Runs on this computer. Nothing that you write leaves it.</source>
        <translation>Läuft auf diesem Computer. Nichts Geschriebenes verlässt ihn.</translation>
    </message>
    <message>
        <source>A provider needs a name.</source>
        <translation>Ein Anbieter braucht einen Namen.</translation>
    </message>
    <message>
        <source>Stop the test</source>
        <translation>Test abbrechen</translation>
    </message>
</context>
<context>
    <name>ProviderList</name>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Filter providers</source>
        <translation>Anbieter filtern</translation>
    </message>
    <message>
        <source>+ Add</source>
        <translation>+ Hinzufügen</translation>
    </message>
    <message>
        <source>Add a provider</source>
        <translation>Anbieter hinzufügen</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>Anbieter</translation>
    </message>
    <message>
        <source>Other…</source>
        <translation>Anderer…</translation>
    </message>
</context>
<context>
    <name>ProvidersPage</name>
    <message>
        <source>New provider</source>
        <translation>Neuer Anbieter</translation>
    </message>
    <message>
        <source>{0} and its key were removed.</source>
        <translation>{0} und der Schlüssel dazu sind entfernt.</translation>
    </message>
    <message>
        <source>{0} was removed.</source>
        <translation>{0} ist entfernt.</translation>
    </message>
</context>
<context>
    <name>QueueStrip</name>
    <message>
        <source>Waiting messages</source>
        <translation>Wartende Nachrichten</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Als Nächstes</translation>
    </message>
    <message>
        <source>Then</source>
        <translation>Danach</translation>
    </message>
    <message>
        <source>Edit this message</source>
        <translation>Diese Nachricht bearbeiten</translation>
    </message>
    <message>
        <source>Remove this message</source>
        <translation>Diese Nachricht entfernen</translation>
    </message>
    <message>
        <source>Send the waiting messages now</source>
        <translation>Wartende Nachrichten jetzt senden</translation>
    </message>
</context>
<context>
    <name>ReadingArea</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy message as Markdown</source>
        <translation>Nachricht als Markdown kopieren</translation>
    </message>
    <message>
        <source>Select all of this message</source>
        <translation>Ganze Nachricht auswählen</translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation>Adresse des Links kopieren</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>Link öffnen</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Back from the settings</source>
        <translation>Zurück aus den Einstellungen</translation>
    </message>
    <message>
        <source>Back (Esc)</source>
        <translation>Zurück (Esc)</translation>
    </message>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>Providers and keys</source>
        <translation>Anbieter und Schlüssel</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Local models</source>
        <translation>Lokale Modelle</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
</context>
<context>
    <name>Shell</name>
    <message>
        <source>Something went wrong inside Callboard. The log has the details.</source>
        <translation>In Callboard ist etwas schiefgegangen. Mehr steht im Protokoll.</translation>
    </message>
    <message>
        <source>A tool waits for your answer.</source>
        <translation>Ein Werkzeug wartet auf Freigabe.</translation>
    </message>
    <message>
        <source>The answer failed.</source>
        <translation>Die Antwort ist gescheitert.</translation>
    </message>
    <message>
        <source>The answer is ready.</source>
        <translation>Die Antwort ist fertig.</translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
</context>
<context>
    <name>StoragePage</name>
    <message>
        <source>Data</source>
        <translation>Daten</translation>
    </message>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>All chats are on this computer, in this folder, and nowhere else.</source>
        <translation>Alle Chats liegen auf diesem Computer, in diesem Ordner, und sonst nirgends.</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Ordner öffnen</translation>
    </message>
    <message>
        <source>Recordings</source>
        <translation>Aufzeichnungen</translation>
    </message>
    <message>
        <source>What went over the wire is kept beside each answer, with keys masked, for Details. The oldest goes first.</source>
        <translation>Was übertragen wurde, bleibt für die Einzelheiten bei jeder Antwort, Schlüssel unkenntlich gemacht. Das Älteste geht zuerst.</translation>
    </message>
    <message>
        <source> days</source>
        <translation> Tage</translation>
    </message>
    <message>
        <source>Keep none</source>
        <translation>Keine behalten</translation>
    </message>
    <message>
        <source> GB</source>
        <translation> GB</translation>
    </message>
    <message>
        <source>{0} days</source>
        <translation>{0} Tage</translation>
    </message>
    <message>
        <source>Keep for</source>
        <translation>Behalten für</translation>
    </message>
    <message>
        <source>Default: {0}</source>
        <translation>Vorgabe: {0}</translation>
    </message>
    <message>
        <source>Keep at most</source>
        <translation>Höchstens behalten</translation>
    </message>
    <message>
        <source>Delete now</source>
        <translation>Jetzt löschen</translation>
    </message>
    <message>
        <source>Delete all recordings now</source>
        <translation>Alle Aufzeichnungen jetzt löschen</translation>
    </message>
    <message>
        <source>Files set aside</source>
        <translation>Beiseitegelegte Dateien</translation>
    </message>
    <message>
        <source>These could not be used. Nothing in them was changed; they only have another name.</source>
        <translation>Diese waren nicht nutzbar. Darin wurde nichts geändert; sie heißen nur anders.</translation>
    </message>
    <message>
        <source> day</source>
        <translation> Tag</translation>
    </message>
    <message>
        <source>All recordings are deleted. Chats stay.</source>
        <translation>Alle Aufzeichnungen sind gelöscht. Die Chats bleiben.</translation>
    </message>
    <message>
        <source>{0} in use</source>
        <translation>{0} belegt</translation>
    </message>
</context>
<context>
    <name>ToolCard</name>
    <message>
        <source>(no name)</source>
        <translation>(ohne Namen)</translation>
    </message>
    <message>
        <source>Tool call {0}, {1}</source>
        <translation>Werkzeugaufruf {0}, {1}</translation>
    </message>
</context>
<context>
    <name>ToolsChip</name>
    <message>
        <source>Tools the model may use</source>
        <translation>Werkzeuge, die das Modell nutzen darf</translation>
    </message>
    <message>
        <source>{0} (asks first)</source>
        <translation>{0} (fragt erst)</translation>
    </message>
    <message>
        <source>No tools</source>
        <translation>Keine Werkzeuge</translation>
    </message>
    <message>
        <source>1 tool</source>
        <translation>1 Werkzeug</translation>
    </message>
    <message>
        <source>{0} tools</source>
        <translation>{0} Werkzeuge</translation>
    </message>
</context>
<context>
    <name>ToolsPage</name>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>What a model can do while it answers. Each chat can switch tools off below its message field.</source>
        <translation>Was ein Modell beim Antworten tun kann. Unter dem Nachrichtenfeld lassen sich Werkzeuge je Chat abschalten.</translation>
    </message>
    <message>
        <source>Built-in tools</source>
        <translation>Eingebaute Werkzeuge</translation>
    </message>
    <message>
        <source>Folders granted to tools</source>
        <translation>Für Werkzeuge freigegebene Ordner</translation>
    </message>
    <message>
        <source>Tools that read or write files work inside these folders and nowhere else.</source>
        <translation>Werkzeuge, die Dateien lesen oder schreiben, arbeiten in diesen Ordnern und sonst nirgends.</translation>
    </message>
    <message>
        <source>There are none.</source>
        <translation>Es gibt keine.</translation>
    </message>
    <message>
        <source>Asks you first</source>
        <translation>Fragt erst</translation>
    </message>
    <message>
        <source>Runs by itself</source>
        <translation>Läuft von selbst</translation>
    </message>
    <message>
        <source>Only reads</source>
        <translation>Liest nur</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Rule</source>
        <translation>Trennlinie</translation>
    </message>
    <message>
        <source>Heading {0}</source>
        <translation>Überschrift {0}</translation>
    </message>
    <message>
        <source>List item {0}</source>
        <translation>Listenpunkt {0}</translation>
    </message>
    <message>
        <source>Quotation</source>
        <translation>Zitat</translation>
    </message>
    <message>
        <source>Paragraph</source>
        <translation>Absatz</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Code: {0}</source>
        <translation>Code: {0}</translation>
    </message>
    <message>
        <source>[image: {0}]</source>
        <translation>[Bild: {0}]</translation>
    </message>
    <message>
        <source>unnamed</source>
        <translation>ohne Namen</translation>
    </message>
    <message>
        <source>unfolded</source>
        <translation>aufgeklappt</translation>
    </message>
    <message>
        <source>folded</source>
        <translation>zugeklappt</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Copy answer as Markdown</source>
        <translation>Antwort als Markdown kopieren</translation>
    </message>
    <message>
        <source>Retrying in {0} ({1} of {2})</source>
        <translation>Neuer Versuch in {0} ({1} von {2})</translation>
    </message>
    <message>
        <source>Waiting for {0}…</source>
        <translation>Warten auf {0}…</translation>
    </message>
    <message>
        <source>The answer reached its maximum length.</source>
        <translation>Die Antwort hat ihre größte Länge erreicht.</translation>
    </message>
    <message>
        <source>The provider&apos;s content filter ended the answer.</source>
        <translation>Der Inhaltsfilter des Anbieters hat die Antwort beendet.</translation>
    </message>
    <message>
        <source>The model declined to answer.</source>
        <translation>Das Modell hat die Antwort abgelehnt.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Interrupted: Callboard ended before the answer did.</source>
        <translation>Unterbrochen: Callboard endete vor der Antwort.</translation>
    </message>
    <message>
        <source>{0} tokens in</source>
        <translation>{0} Token ein</translation>
    </message>
    <message>
        <source>{0} out</source>
        <translation>{0} aus</translation>
    </message>
    <message>
        <source>{0} tokens/s</source>
        <translation>{0} Token/s</translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation>Denkt nach…</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>Nachgedacht</translation>
    </message>
    <message>
        <source>Thought for {0}</source>
        <translation>Nachgedacht: {0}</translation>
    </message>
    <message>
        <source>Your prompt</source>
        <translation>Eigene Nachricht</translation>
    </message>
    <message>
        <source>Show all ({0} more characters)</source>
        <translation>Alles zeigen ({0} weitere Zeichen)</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Scroll sideways</source>
        <translation>Seitlich blättern</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>↓  New below</source>
        <translation>↓  Neues unten</translation>
    </message>
    <message>
        <source>Go to what is new below</source>
        <translation>Zum Neuen unten gehen</translation>
    </message>
</context>
<context>
    <name>UndoBar</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Deleted “{0}”</source>
        <translation>„{0}“ gelöscht</translation>
    </message>
</context>
<context>
    <name>WelcomePage</name>
    <message>
        <source>Paste an API key, a base URL or a curl command</source>
        <translation>API-Schlüssel, Basis-URL oder curl-Befehl einfügen</translation>
    </message>
    <message>
        <source>API key, base URL or curl command</source>
        <translation>API-Schlüssel, Basis-URL oder curl-Befehl</translation>
    </message>
    <message>
        <source>Set it up by hand</source>
        <translation>Von Hand einrichten</translation>
    </message>
    <message>
        <source>Start the tour</source>
        <translation>Tour beginnen</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Try the small model</source>
        <translation>Das kleine Modell ausprobieren</translation>
    </message>
    <message>
        <source>Looking for it…</source>
        <translation>Wird gesucht…</translation>
    </message>
    <message>
        <source>Welcome to Callboard</source>
        <translation>Willkommen bei Callboard</translation>
    </message>
    <message>
        <source>Talk to language models and see what they really do. How would you like to begin?</source>
        <translation>Mit Sprachmodellen sprechen und sehen, was sie wirklich tun. Womit soll es losgehen?</translation>
    </message>
    <message>
        <source>Callboard finds out which provider it is for. The key goes into the system keyring.</source>
        <translation>Callboard findet den Anbieter dazu. Der Schlüssel kommt in den Schlüsselbund des Systems.</translation>
    </message>
    <message>
        <source>Connect a provider</source>
        <translation>Anbieter verbinden</translation>
    </message>
    <message>
        <source>A tour through everything Callboard does, offline and without a key. It plays a script: there is no model behind it.</source>
        <translation>Eine Tour durch alles, was Callboard kann, offline und ohne Schlüssel. Sie folgt einem Drehbuch: Dahinter steht kein Modell.</translation>
    </message>
    <message>
        <source>Practice tour</source>
        <translation>Übungstour</translation>
    </message>
    <message>
        <source>SmolLM2 with 135 million parameters, right here on this computer. A toy: fluent, and often wrong.</source>
        <translation>SmolLM2 mit 135 Millionen Parametern, direkt auf diesem Computer. Ein Spielzeug: flüssig, auf Englisch, und oft falsch.</translation>
    </message>
    <message>
        <source>This is no key, no address and no curl command that can be read.</source>
        <translation>Das ist kein Schlüssel, keine Adresse und kein lesbarer curl-Befehl.</translation>
    </message>
    <message>
        <source>This looks like {0}, whose API Callboard does not speak yet.</source>
        <translation>Das sieht nach {0} aus, dessen API Callboard noch nicht spricht.</translation>
    </message>
    <message>
        <source>This looks like {0}.</source>
        <translation>Das sieht nach {0} aus.</translation>
    </message>
    <message>
        <source>An address that Callboard does not know. Check the fields.</source>
        <translation>Eine Adresse, die Callboard nicht kennt. Bitte die Felder prüfen.</translation>
    </message>
    <message>
        <source>A key that Callboard does not know. Choose whose it is.</source>
        <translation>Ein Schlüssel, den Callboard nicht kennt. Bitte den Anbieter wählen.</translation>
    </message>
    <message>
        <source>{0}, nothing leaves this computer.</source>
        <translation>{0}, nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>It is not installed here. Any GGUF file works too: see the settings.</source>
        <translation>Hier nicht installiert. Auch jede andere GGUF-Datei geht: siehe Einstellungen.</translation>
    </message>
</context>
<context>
    <name>WholeText</name>
    <message>
        <source>Copy all</source>
        <translation>Alles kopieren</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Save as</source>
        <translation>Speichern unter</translation>
    </message>
    <message>
        <source>Not saved: {0}</source>
        <translation>Nicht gespeichert: {0}</translation>
    </message>
    <message>
        <source>Saved as {0}</source>
        <translation>Gespeichert als {0}</translation>
    </message>
</context>
<context>
    <name>_WaitingRow</name>
    <message>
        <source>Waiting for the provider…</source>
        <translation>Warten auf den Anbieter…</translation>
    </message>
</context>
<context>
    <name>chats</name>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Waiting for your answer</source>
        <translation>Wartet auf Freigabe</translation>
    </message>
    <message>
        <source>Answering…</source>
        <translation>Antwortet…</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>d MMM</source>
        <comment>a date, in Qt&apos;s letters</comment>
        <translation>d. MMM</translation>
    </message>
</context>
<context>
    <name>dialogs</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>links</name>
    <message>
        <source>The link reads
{0}
but goes to
{1}</source>
        <translation>Der Link lautet
{0}
führt aber zu
{1}</translation>
    </message>
    <message>
        <source>This link goes elsewhere</source>
        <translation>Dieser Link führt woandershin</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>settings</name>
    <message>
        <source>Type or paste the key.</source>
        <translation>Den Schlüssel eingeben oder einfügen.</translation>
    </message>
    <message>
        <source>There is a line break inside the key. Paste the key alone.</source>
        <translation>Im Schlüssel steckt ein Zeilenumbruch. Nur den Schlüssel einfügen.</translation>
    </message>
    <message>
        <source>There is a space inside the key. Paste the key alone.</source>
        <translation>Im Schlüssel steckt ein Leerzeichen. Nur den Schlüssel einfügen.</translation>
    </message>
    <message>
        <source>This is too long for a key.</source>
        <translation>Das ist zu lang für einen Schlüssel.</translation>
    </message>
    <message>
        <source>A key has plain, visible letters and signs only. Copy the key again.</source>
        <translation>Ein Schlüssel hat nur einfache, sichtbare Buchstaben und Zeichen. Den Schlüssel noch einmal kopieren.</translation>
    </message>
    <message>
        <source>Parameters are kept in a file, where no key belongs. Use the key field.</source>
        <translation>Parameter stehen in einer Datei, in die kein Schlüssel gehört. Das Schlüsselfeld verwenden.</translation>
    </message>
    <message>
        <source>A key does not belong in the address. Use the key field.</source>
        <translation>Ein Schlüssel gehört nicht in die Adresse, sondern in das Schlüsselfeld.</translation>
    </message>
    <message>
        <source>A header&apos;s name has letters, digits and hyphens only.</source>
        <translation>Der Name eines Headers hat nur Buchstaben, Ziffern und Bindestriche.</translation>
    </message>
    <message>
        <source>Callboard sets this header itself.</source>
        <translation>Diesen Header setzt Callboard selbst.</translation>
    </message>
    <message>
        <source>A header&apos;s value is one line without invisible characters.</source>
        <translation>Der Wert eines Headers ist eine Zeile ohne unsichtbare Zeichen.</translation>
    </message>
    <message>
        <source>A header&apos;s value has plain letters, digits and signs only.</source>
        <translation>Der Wert eines Headers hat nur einfache Buchstaben, Ziffern und Zeichen.</translation>
    </message>
    <message>
        <source>This is no JSON: look at line {0}, column {1}.</source>
        <translation>Das ist kein JSON: siehe Zeile {0}, Spalte {1}.</translation>
    </message>
    <message>
        <source>There is a value in it that JSON does not have.</source>
        <translation>Darin steht ein Wert, den es in JSON nicht gibt.</translation>
    </message>
    <message>
        <source>Write an object in braces, such as {&quot;top_k&quot;: 40}.</source>
        <translation>Ein Objekt in geschweiften Klammern schreiben, etwa {&quot;top_k&quot;: 40}.</translation>
    </message>
    <message>
        <source>{0} ms</source>
        <translation>{0} ms</translation>
    </message>
    <message>
        <source>Tools are accepted, though the model called none</source>
        <translation>Werkzeuge werden angenommen, doch das Modell rief keines auf</translation>
    </message>
    <message>
        <source>Models found: {0}</source>
        <translation>Gefundene Modelle: {0}</translation>
    </message>
    <message>
        <source>The model answers: “{0}”</source>
        <translation>Das Modell antwortet: „{0}“</translation>
    </message>
    <message>
        <source>The answer streams, in {0} pieces</source>
        <translation>Die Antwort kommt fortlaufend, in {0} Stücken</translation>
    </message>
    <message>
        <source>The answer does not stream</source>
        <translation>Die Antwort kommt nicht fortlaufend</translation>
    </message>
    <message>
        <source>The model cannot be offered tools</source>
        <translation>Dem Modell lassen sich keine Werkzeuge anbieten</translation>
    </message>
    <message>
        <source>The list of models could not be read</source>
        <translation>Die Liste der Modelle ließ sich nicht lesen</translation>
    </message>
    <message>
        <source>The model does not answer</source>
        <translation>Das Modell antwortet nicht</translation>
    </message>
    <message>
        <source>The model calls tools</source>
        <translation>Das Modell ruft Werkzeuge auf</translation>
    </message>
    <message>
        <source>Open Keychain Access, make sure that the login keychain is unlocked, and choose Allow or Always Allow when macOS asks.</source>
        <translation>Die Schlüsselbundverwaltung öffnen, den Schlüsselbund „Anmeldung“ entsperren und „Erlauben“ oder „Immer erlauben“ wählen, wenn macOS fragt.</translation>
    </message>
    <message>
        <source>Check that the service Credential Manager is running. A very long key does not fit into it.</source>
        <translation>Prüfen, ob der Dienst „Anmeldeinformationsverwaltung“ läuft. Ein sehr langer Schlüssel passt nicht hinein.</translation>
    </message>
    <message>
        <source>Install and unlock GNOME Keyring, KWallet or KeePassXC with its Secret Service switched on, within a desktop session, then try again.</source>
        <translation>GNOME Keyring, KWallet oder KeePassXC mit eingeschaltetem Secret Service installieren und in einer Desktop-Sitzung entsperren, dann erneut versuchen.</translation>
    </message>
    <message>
        <source>The key was not saved: this computer has no keyring that can be used.</source>
        <translation>Der Schlüssel ist nicht gespeichert: Dieser Computer hat keinen nutzbaren Schlüsselbund.</translation>
    </message>
    <message>
        <source>The key was not saved: the keyring “{0}” forgets all it is given.</source>
        <translation>Der Schlüssel ist nicht gespeichert: Der Schlüsselbund „{0}“ vergisst alles, was er erhält.</translation>
    </message>
    <message>
        <source>The key was not saved: the keyring “{0}” would put it into a plain file.</source>
        <translation>Der Schlüssel ist nicht gespeichert: Der Schlüsselbund „{0}“ würde ihn unverschlüsselt in eine Datei legen.</translation>
    </message>
    <message>
        <source>The key was not saved: the keyring “{0}” is locked.</source>
        <translation>Der Schlüssel ist nicht gespeichert: Der Schlüsselbund „{0}“ ist gesperrt.</translation>
    </message>
    <message>
        <source>The key was not saved: the keyring “{0}” was not opened.</source>
        <translation>Der Schlüssel ist nicht gespeichert: Der Schlüsselbund „{0}“ wurde nicht geöffnet.</translation>
    </message>
    <message>
        <source>The key was not saved: the keyring “{0}” did not answer in time.</source>
        <translation>Der Schlüssel ist nicht gespeichert: Der Schlüsselbund „{0}“ hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>The key was not saved: the keyring “{0}” cannot be used.</source>
        <translation>Der Schlüssel ist nicht gespeichert: Der Schlüsselbund „{0}“ ist nicht nutzbar.</translation>
    </message>
    <message>
        <source>A very small model with 135 million parameters. It shows how everything works and writes fluent English, but what it says is often wrong.</source>
        <translation>Ein sehr kleines Modell mit 135 Millionen Parametern. Es zeigt, wie alles funktioniert, und schreibt flüssiges Englisch, doch was es sagt, ist oft falsch.</translation>
    </message>
    <message>
        <source>{0} GB</source>
        <translation>{0} GB</translation>
    </message>
    <message>
        <source>Built in · offline · no model</source>
        <translation>Eingebaut · offline · kein Modell</translation>
    </message>
    <message>
        <source>Runs on this computer</source>
        <translation>Läuft auf diesem Computer</translation>
    </message>
    <message>
        <source>key until exit</source>
        <translation>Schlüssel bis zum Schließen</translation>
    </message>
    <message>
        <source>no key</source>
        <translation>kein Schlüssel</translation>
    </message>
    <message>
        <source>key saved</source>
        <translation>Schlüssel gespeichert</translation>
    </message>
    <message>
        <source>key …{0}</source>
        <translation>Schlüssel …{0}</translation>
    </message>
    <message>
        <source>Chat Completions</source>
        <translation>Chat Completions</translation>
    </message>
    <message>
        <source>Responses</source>
        <translation>Responses</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Messages</translation>
    </message>
    <message>
        <source>OpenAI Chat Completions</source>
        <translation>OpenAI Chat Completions</translation>
    </message>
    <message>
        <source>OpenAI Responses</source>
        <translation>OpenAI Responses</translation>
    </message>
    <message>
        <source>Anthropic Messages</source>
        <translation>Anthropic Messages</translation>
    </message>
    <message>
        <source>It was damaged.</source>
        <translation>Sie war beschädigt.</translation>
    </message>
    <message>
        <source>It was written by a newer version of Callboard.</source>
        <translation>Eine neuere Version von Callboard hat sie geschrieben.</translation>
    </message>
    <message>
        <source>It is no file of Callboard&apos;s.</source>
        <translation>Es ist keine Datei von Callboard.</translation>
    </message>
    <message>
        <source>Tells date and time, in any time zone.</source>
        <translation>Sagt Datum und Uhrzeit, in jeder Zeitzone.</translation>
    </message>
    <message>
        <source>Works out arithmetic exactly.</source>
        <translation>Rechnet genau.</translation>
    </message>
    <message>
        <source>Lists the files of a granted folder.</source>
        <translation>Listet die Dateien eines freigegebenen Ordners.</translation>
    </message>
    <message>
        <source>Reads a text file in a granted folder.</source>
        <translation>Liest eine Textdatei in einem freigegebenen Ordner.</translation>
    </message>
    <message>
        <source>Writes a text file in a granted folder, after showing you all of it.</source>
        <translation>Schreibt eine Textdatei in einen freigegebenen Ordner und zeigt vorher alles.</translation>
    </message>
</context>
<context>
    <name>texts</name>
    <message>
        <source>The provider asks to wait {0}. Then choose Retry.</source>
        <translation>Der Anbieter bittet um {0} Geduld. Danach „Wiederholen“ wählen.</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Gescheitert</translation>
    </message>
    <message>
        <source>Timed out</source>
        <translation>Zeit überschritten</translation>
    </message>
    <message>
        <source>Invalid call</source>
        <translation>Ungültiger Aufruf</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>Blockiert</translation>
    </message>
    <message>
        <source>Denied</source>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>Cancelled</source>
        <translation>Abgebrochen</translation>
    </message>
    <message>
        <source>Interrupted, outcome unknown</source>
        <translation>Unterbrochen, Ausgang unbekannt</translation>
    </message>
    <message>
        <source>Arguments arriving…</source>
        <translation>Argumente kommen an…</translation>
    </message>
    <message>
        <source>Waiting for its turn</source>
        <translation>Wartet, bis es an der Reihe ist</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>Wartet auf Freigabe</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Beendet</translation>
    </message>
    <message>
        <source>The limit of rounds in one turn was reached.</source>
        <translation>Die Höchstzahl an Runden für eine Antwort ist erreicht.</translation>
    </message>
    <message>
        <source>The limit of tool calls in one turn was reached.</source>
        <translation>Die Höchstzahl an Werkzeugaufrufen für eine Antwort ist erreicht.</translation>
    </message>
    <message>
        <source>The limit of result characters in one turn was reached.</source>
        <translation>Die Höchstzahl an Ergebniszeichen für eine Antwort ist erreicht.</translation>
    </message>
    <message>
        <source>New file: {0}</source>
        <translation>Neue Datei: {0}</translation>
    </message>
    <message>
        <source>Replaces {0}, which has {1} characters.</source>
        <translation>Ersetzt {0} mit {1} Zeichen.</translation>
    </message>
    <message>
        <source>Replaces {0}, which has {1} bytes and is no text.</source>
        <translation>Ersetzt {0}; die Datei hat {1} Bytes und ist kein Text.</translation>
    </message>
    <message>
        <source>This would be refused: no folder is granted to tools yet. Grant one in Settings, Tools.</source>
        <translation>Das würde abgelehnt: Noch ist kein Ordner für Werkzeuge freigegeben. In Einstellungen, Werkzeuge einen freigeben.</translation>
    </message>
    <message>
        <source>Writes {0}. The disk has not answered yet.</source>
        <translation>Schreibt {0}. Der Datenträger hat noch nicht geantwortet.</translation>
    </message>
    <message>
        <source>The address is empty.</source>
        <translation>Die Adresse ist leer.</translation>
    </message>
    <message>
        <source>The address holds a character that no URL may hold.</source>
        <translation>Die Adresse enthält ein Zeichen, das in keiner URL stehen darf.</translation>
    </message>
    <message>
        <source>The address must begin with http:// or https://.</source>
        <translation>Die Adresse muss mit http:// oder https:// beginnen.</translation>
    </message>
    <message>
        <source>Names and passwords go into the key field, not the address.</source>
        <translation>Namen und Passwörter gehören in das Schlüsselfeld, nicht in die Adresse.</translation>
    </message>
    <message>
        <source>The address names no host.</source>
        <translation>Die Adresse nennt keinen Host.</translation>
    </message>
    <message>
        <source>The port of the address is none.</source>
        <translation>Der Port der Adresse ist keiner.</translation>
    </message>
    <message>
        <source>The address holds no valid host name.</source>
        <translation>Die Adresse enthält keinen gültigen Hostnamen.</translation>
    </message>
    <message>
        <source>This is no URL, such as https://host/v1.</source>
        <translation>Das ist keine URL wie etwa https://host/v1.</translation>
    </message>
    <message>
        <source>A file was damaged and is kept as {0}. Callboard starts anew.</source>
        <translation>Eine Datei war beschädigt und bleibt als {0} erhalten. Callboard fängt neu an.</translation>
    </message>
    <message>
        <source>A file of a newer Callboard is kept as {0}. This one starts without it.</source>
        <translation>Eine Datei eines neueren Callboard bleibt als {0} erhalten. Dieses hier startet ohne sie.</translation>
    </message>
    <message>
        <source>A file that is none of Callboard&apos;s is kept as {0}. Callboard starts anew.</source>
        <translation>Eine Datei, die nicht von Callboard ist, bleibt als {0} erhalten. Callboard fängt neu an.</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} s</translation>
    </message>
    <message>
        <source>{0} min {1} s</source>
        <translation>{0} min {1} s</translation>
    </message>
    <message>
        <source>{0} B</source>
        <translation>{0} B</translation>
    </message>
    <message>
        <source>{0} kB</source>
        <translation>{0} kB</translation>
    </message>
    <message>
        <source>{0} MB</source>
        <translation>{0} MB</translation>
    </message>
    <message>
        <source>Practice (no model)</source>
        <translation>Übung (ohne Modell)</translation>
    </message>
    <message>
        <source>Small model on this computer</source>
        <translation>Kleines Modell auf diesem Computer</translation>
    </message>
    <message>
        <source>The answer reached its maximum length.</source>
        <translation>Die Antwort hat ihre größte Länge erreicht.</translation>
    </message>
    <message>
        <source>Continue goes on from here. Chat settings can allow more.</source>
        <translation>„Fortsetzen“ macht hier weiter. Die Chat-Einstellungen können mehr erlauben.</translation>
    </message>
    <message>
        <source>The model declined to answer.</source>
        <translation>Das Modell hat die Antwort abgelehnt.</translation>
    </message>
    <message>
        <source>Ask in other words, or choose another model.</source>
        <translation>Anders fragen oder ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>The provider sends requests on to another address.</source>
        <translation>Der Anbieter leitet Anfragen an eine andere Adresse weiter.</translation>
    </message>
    <message>
        <source>Callboard does not follow, as your key would go along.</source>
        <translation>Callboard folgt nicht, denn der Schlüssel ginge mit.</translation>
    </message>
    <message>
        <source>Nothing answers at this address.</source>
        <translation>Unter dieser Adresse antwortet nichts.</translation>
    </message>
    <message>
        <source>Start the server, or check the port in the base URL.</source>
        <translation>Den Server starten oder den Port in der Basis-URL prüfen.</translation>
    </message>
    <message>
        <source>The name of the host is not known.</source>
        <translation>Der Name des Hosts ist unbekannt.</translation>
    </message>
    <message>
        <source>Check the spelling of the base URL, and the network.</source>
        <translation>Die Schreibweise der Basis-URL und das Netzwerk prüfen.</translation>
    </message>
    <message>
        <source>The proxy of this computer cannot be used.</source>
        <translation>Der Proxy dieses Computers ist nicht nutzbar.</translation>
    </message>
    <message>
        <source>Check the proxy settings of the system.</source>
        <translation>Die Proxy-Einstellungen des Systems prüfen.</translation>
    </message>
    <message>
        <source>The key holds characters that cannot be sent.</source>
        <translation>Der Schlüssel enthält Zeichen, die sich nicht senden lassen.</translation>
    </message>
    <message>
        <source>Enter it again in Settings, Providers and keys.</source>
        <translation>In Einstellungen, Anbieter und Schlüssel neu eingeben.</translation>
    </message>
    <message>
        <source>The value of a secret header is missing.</source>
        <translation>Der Wert eines geheimen Headers fehlt.</translation>
    </message>
    <message>
        <source>Enter it again in the provider&apos;s advanced settings.</source>
        <translation>In den erweiterten Einstellungen des Anbieters neu eingeben.</translation>
    </message>
    <message>
        <source>Choose one in Settings, Local models.</source>
        <translation>In Einstellungen, Lokale Modelle eine wählen.</translation>
    </message>
    <message>
        <source>There is no engine to run models with.</source>
        <translation>Es gibt kein Programm, das Modelle ausführt.</translation>
    </message>
    <message>
        <source>Install Callboard&apos;s local extra, or llama-server on the PATH.</source>
        <translation>Callboards Zusatz „local“ installieren oder llama-server im PATH.</translation>
    </message>
    <message>
        <source>No model file is chosen.</source>
        <translation>Keine Modelldatei ist gewählt.</translation>
    </message>
    <message>
        <source>The model file is gone.</source>
        <translation>Die Modelldatei ist weg.</translation>
    </message>
    <message>
        <source>The engine ended by itself.</source>
        <translation>Das Programm, das das Modell ausführt, endete von selbst.</translation>
    </message>
    <message>
        <source>Choose Retry: it is started anew. Its last words are below.</source>
        <translation>„Wiederholen“ startet es neu. Seine letzten Worte stehen unten.</translation>
    </message>
    <message>
        <source>There is nobody to talk to in this chat.</source>
        <translation>In diesem Chat gibt es kein Gegenüber.</translation>
    </message>
    <message>
        <source>Choose a model below the message field.</source>
        <translation>Unter dem Nachrichtenfeld ein Modell wählen.</translation>
    </message>
    <message>
        <source>The disk is full: the chat could not be saved.</source>
        <translation>Der Datenträger ist voll: Der Chat ließ sich nicht speichern.</translation>
    </message>
    <message>
        <source>Free some space. What you see stays here until Callboard closes.</source>
        <translation>Platz schaffen. Das Sichtbare bleibt hier, bis Callboard schließt.</translation>
    </message>
    <message>
        <source>This could not be read: its data is damaged.</source>
        <translation>Das konnte nicht gelesen werden: Die Daten sind beschädigt.</translation>
    </message>
    <message>
        <source>Nothing was overwritten. Other chats are not touched by it.</source>
        <translation>Es wurde nichts überschrieben. Andere Chats sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Another Callboard uses this folder and does not answer.</source>
        <translation>Ein anderes Callboard nutzt diesen Ordner und antwortet nicht.</translation>
    </message>
    <message>
        <source>End it, then start Callboard again.</source>
        <translation>Es beenden, dann Callboard neu starten.</translation>
    </message>
    <message>
        <source>Callboard&apos;s data folder cannot be written to.</source>
        <translation>In Callboards Datenordner lässt sich nicht schreiben.</translation>
    </message>
    <message>
        <source>Check its permissions, or set CALLBOARD_HOME to another folder.</source>
        <translation>Seine Rechte prüfen oder CALLBOARD_HOME auf einen anderen Ordner setzen.</translation>
    </message>
    <message>
        <source>The system keyring is locked.</source>
        <translation>Der Schlüsselbund des Systems ist gesperrt.</translation>
    </message>
    <message>
        <source>Unlock it, then choose Retry; or keep the key until exit.</source>
        <translation>Entsperren und „Wiederholen“ wählen; oder den Schlüssel bis zum Schließen behalten.</translation>
    </message>
    <message>
        <source>There is no system keyring.</source>
        <translation>Das System hat keinen Schlüsselbund.</translation>
    </message>
    <message>
        <source>Set one up and start Callboard again, or keep the key until exit.</source>
        <translation>Einen einrichten und Callboard neu starten, oder den Schlüssel bis zum Schließen behalten.</translation>
    </message>
    <message>
        <source>The provider did not accept the key.</source>
        <translation>Der Anbieter hat den Schlüssel nicht angenommen.</translation>
    </message>
    <message>
        <source>Check the key in Settings, Providers and keys, or replace it.</source>
        <translation>Den Schlüssel in Einstellungen, Anbieter und Schlüssel prüfen oder ersetzen.</translation>
    </message>
    <message>
        <source>This key may not do that.</source>
        <translation>Dieser Schlüssel darf das nicht.</translation>
    </message>
    <message>
        <source>Ask whoever owns the account for access, or choose another model or key.</source>
        <translation>Beim Inhaber des Kontos um Zugang bitten, oder ein anderes Modell oder einen anderen Schlüssel wählen.</translation>
    </message>
    <message>
        <source>The provider does not know this model or address.</source>
        <translation>Der Anbieter kennt dieses Modell oder diese Adresse nicht.</translation>
    </message>
    <message>
        <source>Choose a model from the provider&apos;s list, and check the base URL.</source>
        <translation>Ein Modell aus der Liste des Anbieters wählen und die Basis-URL prüfen.</translation>
    </message>
    <message>
        <source>Too many requests.</source>
        <translation>Zu viele Anfragen.</translation>
    </message>
    <message>
        <source>Wait a little, then choose Retry.</source>
        <translation>Etwas warten, dann „Wiederholen“ wählen.</translation>
    </message>
    <message>
        <source>The account&apos;s quota or credit is used up.</source>
        <translation>Kontingent oder Guthaben des Kontos ist aufgebraucht.</translation>
    </message>
    <message>
        <source>Look at the billing page of the provider, or choose another profile.</source>
        <translation>Auf der Abrechnungsseite des Anbieters nachsehen oder einen anderen Anbieter wählen.</translation>
    </message>
    <message>
        <source>The conversation is longer than this model can read.</source>
        <translation>Das Gespräch ist länger, als dieses Modell lesen kann.</translation>
    </message>
    <message>
        <source>Start a new chat, or choose a model with a larger context.</source>
        <translation>Einen neuen Chat beginnen oder ein Modell mit größerem Kontext wählen.</translation>
    </message>
    <message>
        <source>The provider refused the request.</source>
        <translation>Der Anbieter hat die Anfrage abgewiesen.</translation>
    </message>
    <message>
        <source>Its message below says what it did not like. Details show what was sent.</source>
        <translation>Seine Meldung unten sagt, woran es lag. Die Einzelheiten zeigen, was gesendet wurde.</translation>
    </message>
    <message>
        <source>The provider is overloaded.</source>
        <translation>Der Anbieter ist überlastet.</translation>
    </message>
    <message>
        <source>The provider had an error of its own.</source>
        <translation>Beim Anbieter selbst gab es einen Fehler.</translation>
    </message>
    <message>
        <source>Choose Retry. If it stays, look at the provider&apos;s status page.</source>
        <translation>„Wiederholen“ wählen. Bleibt es dabei, hilft die Statusseite des Anbieters.</translation>
    </message>
    <message>
        <source>The provider could not be reached.</source>
        <translation>Der Anbieter war nicht zu erreichen.</translation>
    </message>
    <message>
        <source>Check the network and the base URL, and whether a local server is running.</source>
        <translation>Netzwerk und Basis-URL prüfen, und ob ein lokaler Server läuft.</translation>
    </message>
    <message>
        <source>No secure connection could be made.</source>
        <translation>Keine sichere Verbindung kam zustande.</translation>
    </message>
    <message>
        <source>The certificate was not accepted. Check the address and this computer&apos;s clock.</source>
        <translation>Das Zertifikat wurde nicht anerkannt. Die Adresse und die Uhr dieses Computers prüfen.</translation>
    </message>
    <message>
        <source>The provider went silent.</source>
        <translation>Der Anbieter ist verstummt.</translation>
    </message>
    <message>
        <source>What had arrived is kept. Choose Retry, or a longer idle time in the profile.</source>
        <translation>Was angekommen ist, bleibt. „Wiederholen“ wählen oder dem Anbieter mehr Stille erlauben.</translation>
    </message>
    <message>
        <source>The answer was cut off.</source>
        <translation>Die Antwort ist abgerissen.</translation>
    </message>
    <message>
        <source>What had arrived is kept. Continue goes on from here, Retry starts again.</source>
        <translation>Was angekommen ist, bleibt. „Fortsetzen“ macht hier weiter, „Wiederholen“ beginnt neu.</translation>
    </message>
    <message>
        <source>The provider&apos;s content filter stopped the answer.</source>
        <translation>Der Inhaltsfilter des Anbieters hat die Antwort gestoppt.</translation>
    </message>
    <message>
        <source>Say it differently, or choose another model.</source>
        <translation>Anders formulieren oder ein anderes Modell wählen.</translation>
    </message>
    <message>
        <source>The reply could not be read.</source>
        <translation>Die Antwort ließ sich nicht lesen.</translation>
    </message>
    <message>
        <source>Check that the base URL is an API address, and the API type of the profile.</source>
        <translation>Prüfen, ob die Basis-URL eine API-Adresse ist, und die API-Art des Anbieters.</translation>
    </message>
    <message>
        <source>The base URL is not usable.</source>
        <translation>Die Basis-URL ist nicht nutzbar.</translation>
    </message>
    <message>
        <source>Write it as https://host/v1, in Settings, Providers and keys.</source>
        <translation>In Einstellungen, Anbieter und Schlüssel als https://host/v1 schreiben.</translation>
    </message>
    <message>
        <source>There is no key for this provider.</source>
        <translation>Für diesen Anbieter gibt es keinen Schlüssel.</translation>
    </message>
    <message>
        <source>Add one in Settings, Providers and keys.</source>
        <translation>In Einstellungen, Anbieter und Schlüssel einen hinzufügen.</translation>
    </message>
    <message>
        <source>The key could not be read from the system keyring.</source>
        <translation>Der Schlüssel ließ sich nicht aus dem Schlüsselbund des Systems lesen.</translation>
    </message>
    <message>
        <source>Unlock or set up the keyring, or enter the key again to keep it until exit.</source>
        <translation>Den Schlüsselbund entsperren oder einrichten, oder den Schlüssel neu eingeben und bis zum Schließen behalten.</translation>
    </message>
    <message>
        <source>No model is chosen.</source>
        <translation>Kein Modell ist gewählt.</translation>
    </message>
    <message>
        <source>Choose one below the message field.</source>
        <translation>Unter dem Nachrichtenfeld eines wählen.</translation>
    </message>
    <message>
        <source>The model ended without an answer.</source>
        <translation>Das Modell endete ohne Antwort.</translation>
    </message>
    <message>
        <source>Choose Retry, or ask in other words.</source>
        <translation>„Wiederholen“ wählen oder anders fragen.</translation>
    </message>
    <message>
        <source>The model on this computer could not be started.</source>
        <translation>Das Modell auf diesem Computer ließ sich nicht starten.</translation>
    </message>
    <message>
        <source>The engine&apos;s own words are below. A smaller context or model may help.</source>
        <translation>Die Meldung des Programms steht unten. Ein kleinerer Kontext oder ein kleineres Modell kann helfen.</translation>
    </message>
    <message>
        <source>Callboard could not read or save its data.</source>
        <translation>Callboard konnte seine Daten nicht lesen oder speichern.</translation>
    </message>
    <message>
        <source>Check the free space and the permissions of Callboard&apos;s data folder.</source>
        <translation>Freien Platz und Rechte von Callboards Datenordner prüfen.</translation>
    </message>
    <message>
        <source>Something in Callboard failed.</source>
        <translation>In Callboard ist etwas gescheitert.</translation>
    </message>
    <message>
        <source>The chat is kept. Choose Retry; the log has the details.</source>
        <translation>Der Chat bleibt erhalten. „Wiederholen“ wählen; mehr steht im Protokoll.</translation>
    </message>
</context>
</TS>
