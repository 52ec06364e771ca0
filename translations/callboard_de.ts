<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE" sourcelanguage="en">
<context>
    <name>AddList</name>
    <message>
        <source>Providers that can be added</source>
        <translation>Anbieter zum Hinzufügen</translation>
    </message>
</context>
<context>
    <name>AddPanel</name>
    <message>
        <source>Paste a key, a curl command or an address, or search</source>
        <translation>Schlüssel, curl-Befehl oder Adresse einfügen, oder suchen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Add nothing</source>
        <translation>Nichts hinzufügen</translation>
    </message>
    <message>
        <source>Add a provider</source>
        <translation>Anbieter hinzufügen</translation>
    </message>
    <message>
        <source>Looking for servers on this computer…</source>
        <translation>Server auf diesem Computer werden gesucht…</translation>
    </message>
    <message>
        <source>No server was found on this computer.</source>
        <translation>Auf diesem Computer wurde kein Server gefunden.</translation>
    </message>
    <message>
        <source>Use this address</source>
        <translation>Diese Adresse verwenden</translation>
    </message>
    <message>
        <source>key {0}</source>
        <translation>Schlüssel {0}</translation>
    </message>
    <message>
        <source>Recognised: {0}</source>
        <translation>Erkannt: {0}</translation>
    </message>
</context>
<context>
    <name>Advanced</name>
    <message>
        <source>Advanced: headers, parameters, certificates, proxy, time limits</source>
        <translation>Erweitert: Header, Parameter, Zertifikate, Proxy, Zeitgrenzen</translation>
    </message>
    <message>
        <source>Advanced: parameters, time limit</source>
        <translation>Erweitert: Parameter, Zeitgrenze</translation>
    </message>
    <message>
        <source>Reasoning arrives as &lt;think&gt; within the text: split it off</source>
        <translation>Das Denken kommt als &lt;think&gt; im Text an: abtrennen</translation>
    </message>
    <message>
        <source>This model can call tools</source>
        <translation>Dieses Modell kann Werkzeuge aufrufen</translation>
    </message>
    <message>
        <source>Answers arrive piece by piece, as a stream</source>
        <translation>Antworten kommen stückweise, als Stream</translation>
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
        <source> s</source>
        <translation> s</translation>
    </message>
    <message>
        <source>Advanced</source>
        <translation>Erweitert</translation>
    </message>
</context>
<context>
    <name>AppearancePage</name>
    <message>
        <source>Appearance</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>Callboard&apos;s own</source>
        <translation>Von Callboard</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
    <message>
        <source> %</source>
        <translation> %</translation>
    </message>
    <message>
        <source>Ctrl with plus, minus and 0. The text size of your system counts as well.</source>
        <translation>Strg mit Plus, Minus und 0. Die Textgröße des Systems zählt mit.</translation>
    </message>
    <message>
        <source>Font of text</source>
        <translation>Textschrift</translation>
    </message>
    <message>
        <source>Size of text</source>
        <translation>Textgröße</translation>
    </message>
    <message>
        <source> px</source>
        <translation> px</translation>
    </message>
    <message>
        <source>Width of lines</source>
        <translation>Zeilenbreite</translation>
    </message>
    <message>
        <source>Narrow</source>
        <translation>Schmal</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Wide</source>
        <translation>Breit</translation>
    </message>
    <message>
        <source>As wide as the window</source>
        <translation>So breit wie das Fenster</translation>
    </message>
    <message>
        <source>Density</source>
        <translation>Dichte</translation>
    </message>
    <message>
        <source>Compact</source>
        <translation>Kompakt</translation>
    </message>
    <message>
        <source>Roomy</source>
        <translation>Luftig</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Font of code</source>
        <translation>Codeschrift</translation>
    </message>
    <message>
        <source>Size of code</source>
        <translation>Codegröße</translation>
    </message>
    <message>
        <source>Colours of code</source>
        <translation>Codefarben</translation>
    </message>
    <message>
        <source>Wrap long lines of code</source>
        <translation>Lange Codezeilen umbrechen</translation>
    </message>
    <message>
        <source>Number the lines of code</source>
        <translation>Codezeilen nummerieren</translation>
    </message>
    <message>
        <source>Back to the defaults</source>
        <translation>Zurück zu den Vorgaben</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>Sample of a chat</source>
        <translation>Muster eines Chats</translation>
    </message>
    <message>
        <source>How do I greet somebody?</source>
        <translation>Wie begrüße ich jemanden?</translation>
    </message>
    <message>
        <source>With a **kind word**, and in Python with one line. The longer the line of text, the harder the eye finds the beginning of the next one.</source>
        <translation>Mit einem **freundlichen Wort**, und in Python mit einer Zeile. Je länger die Textzeile, desto schwerer findet das Auge den Anfang der nächsten.</translation>
    </message>
</context>
<context>
    <name>ApprovalPart</name>
    <message>
        <source>What has changed</source>
        <translation>Was sich geändert hat</translation>
    </message>
    <message>
        <source>What would be done</source>
        <translation>Was getan würde</translation>
    </message>
    <message>
        <source>The model will be told what you changed.</source>
        <translation>Das Modell erfährt, was geändert wurde.</translation>
    </message>
    <message>
        <source>Reason, if you like: the model will read it</source>
        <translation>Grund, wenn gewünscht: Das Modell liest ihn</translation>
    </message>
    <message>
        <source>Reason for denying</source>
        <translation>Grund der Ablehnung</translation>
    </message>
    <message>
        <source>Blocked. {0}</source>
        <translation>Blockiert. {0}</translation>
    </message>
    <message>
        <source>It cannot be allowed here.</source>
        <translation>Es kann hier nicht erlaubt werden.</translation>
    </message>
    <message>
        <source>Edit arguments</source>
        <translation>Argumente bearbeiten</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Never…</source>
        <translation>Nie…</translation>
    </message>
    <message>
        <source>Deny…</source>
        <translation>Ablehnen…</translation>
    </message>
    <message>
        <source>Allow all the same…</source>
        <translation>Trotzdem erlauben…</translation>
    </message>
    <message>
        <source>Allow in this chat</source>
        <translation>In diesem Chat erlauben</translation>
    </message>
    <message>
        <source>Always…</source>
        <translation>Immer…</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>Einmal erlauben</translation>
    </message>
    <message>
        <source>E while the card has the focus</source>
        <translation>E, während die Karte den Fokus hat</translation>
    </message>
    <message>
        <source>D while the card has the focus</source>
        <translation>D, während die Karte den Fokus hat</translation>
    </message>
    <message>
        <source>C while the card has the focus</source>
        <translation>C, während die Karte den Fokus hat</translation>
    </message>
    <message>
        <source>A while the card has the focus</source>
        <translation>A, während die Karte den Fokus hat</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>As the model asked</source>
        <translation>Wie vom Modell verlangt</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>This once</source>
        <translation>Dieses eine Mal</translation>
    </message>
    <message>
        <source>In this chat, from now on</source>
        <translation>In diesem Chat, von jetzt an</translation>
    </message>
    <message>
        <source>The arguments</source>
        <translation>Die Argumente</translation>
    </message>
</context>
<context>
    <name>ArrangedList</name>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>+ Add</source>
        <translation>+ Hinzufügen</translation>
    </message>
</context>
<context>
    <name>AskAgain</name>
    <message>
        <source>Ask again</source>
        <translation>Erneut fragen</translation>
    </message>
    <message>
        <source>The round is asked for again with what stands here. The answer stands beside the one there is, which stays.</source>
        <translation>Die Runde wird mit dem, was hier steht, erneut angefragt. Die Antwort steht neben der vorhandenen, die bleibt.</translation>
    </message>
    <message>
        <source>This time only; the chat keeps its own settings</source>
        <translation>Nur dieses Mal; der Chat behält seine eigenen Einstellungen</translation>
    </message>
    <message>
        <source>Choose a model first.</source>
        <translation>Zuerst ein Modell wählen.</translation>
    </message>
    <message>
        <source>Its default model</source>
        <translation>Sein Standardmodell</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Choose a model…</source>
        <translation>Modell wählen…</translation>
    </message>
    <message>
        <source>Model: {0}</source>
        <translation>Modell: {0}</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Ab</translation>
    </message>
    <message>
        <source>From which round</source>
        <translation>Ab welcher Runde</translation>
    </message>
</context>
<context>
    <name>Attaching</name>
    <message>
        <source>Pasted picture.png</source>
        <translation>Eingefügtes Bild.png</translation>
    </message>
    <message>
        <source>Pasted text.txt</source>
        <translation>Eingefügter Text.txt</translation>
    </message>
</context>
<context>
    <name>BigReader</name>
    <message>
        <source>Find in this text</source>
        <translation>In diesem Text suchen</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>Groß- und Kleinschreibung beachten</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>Nur ganze Wörter</translation>
    </message>
    <message>
        <source>Wrap lines</source>
        <translation>Zeilen umbrechen</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>Umbruch</translation>
    </message>
    <message>
        <source>Line numbers</source>
        <translation>Zeilennummern</translation>
    </message>
    <message>
        <source>Numbers</source>
        <translation>Nummern</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>No hits</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird gesucht…</translation>
    </message>
</context>
<context>
    <name>BigText</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>BlanksForm</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Fill in {0}.</source>
        <translation>{0} ausfüllen.</translation>
    </message>
    <message>
        <source>Take {0}</source>
        <translation>{0} nehmen</translation>
    </message>
    <message>
        <source>{0} (may be empty)</source>
        <translation>{0} (darf leer sein)</translation>
    </message>
</context>
<context>
    <name>BranchStrip</name>
    <message>
        <source>What you send now begins a branch after this message.</source>
        <translation>Die nächste Nachricht beginnt nach dieser einen neuen Zweig.</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Show what followed this message again</source>
        <translation>Wieder zeigen, was auf diese Nachricht folgte</translation>
    </message>
</context>
<context>
    <name>BreakingHook</name>
    <message>
        <source>Shows where this chat stops.</source>
        <translation>Zeigt, wo dieser Chat anhält.</translation>
    </message>
    <message>
        <source>Breakpoints: {0}</source>
        <translation>Haltepunkte: {0}</translation>
    </message>
</context>
<context>
    <name>Breakpoints</name>
    <message>
        <source>Breakpoints</source>
        <translation>Haltepunkte</translation>
    </message>
    <message>
        <source>Of single tools</source>
        <translation>Einzelner Werkzeuge</translation>
    </message>
    <message>
        <source>Remove all</source>
        <translation>Alle entfernen</translation>
    </message>
    <message>
        <source>Pause before this tool</source>
        <translation>Vor diesem Werkzeug anhalten</translation>
    </message>
    <message>
        <source>Pause before this tool&apos;s result</source>
        <translation>Vor dem Ergebnis dieses Werkzeugs anhalten</translation>
    </message>
    <message>
        <source>Before each request</source>
        <translation>Vor jeder Anfrage</translation>
    </message>
    <message>
        <source>Before {0} runs</source>
        <translation>Bevor {0} läuft</translation>
    </message>
    <message>
        <source>Before each call</source>
        <translation>Vor jedem Aufruf</translation>
    </message>
    <message>
        <source>Before the result of {0} goes back</source>
        <translation>Bevor das Ergebnis von {0} zurückgeht</translation>
    </message>
    <message>
        <source>Before each result goes back</source>
        <translation>Bevor ein Ergebnis zurückgeht</translation>
    </message>
    <message>
        <source>On errors of {0}</source>
        <translation>Bei Fehlern von {0}</translation>
    </message>
    <message>
        <source>On errors</source>
        <translation>Bei Fehlern</translation>
    </message>
</context>
<context>
    <name>BudgetMeter</name>
    <message>
        <source>Used of the budgets of this answer</source>
        <translation>Verbrauch von den Budgets dieser Antwort</translation>
    </message>
</context>
<context>
    <name>BudgetStrip</name>
    <message>
        <source>The answer pauses</source>
        <translation>Die Antwort pausiert</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Finish with what is there</source>
        <translation>Mit dem Vorhandenen abschließen</translation>
    </message>
    <message>
        <source>Allow as much again</source>
        <translation>Noch einmal so viel erlauben</translation>
    </message>
</context>
<context>
    <name>CaFile</name>
    <message>
        <source>The certificates of the system</source>
        <translation>Die Zertifikate des Systems</translation>
    </message>
    <message>
        <source>Certificate file</source>
        <translation>Zertifikatsdatei</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose a certificate file</source>
        <translation>Zertifikatsdatei wählen</translation>
    </message>
    <message>
        <source>Certificates, as a PEM file</source>
        <translation>Zertifikate als PEM-Datei</translation>
    </message>
</context>
<context>
    <name>CallPanel</name>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Cancel the call</source>
        <translation>Den Aufruf abbrechen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the call by hand</source>
        <translation>Den Aufruf von Hand schließen</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Runs at once, without a model and without asking again.</source>
        <translation>Läuft sofort, ohne Modell und ohne weitere Frage.</translation>
    </message>
    <message>
        <source>The server does not offer this tool now. Start the server, then run again.</source>
        <translation>Der Server bietet dieses Werkzeug gerade nicht an. Den Server starten, dann noch einmal ausführen.</translation>
    </message>
</context>
<context>
    <name>CallTraffic</name>
    <message>
        <source>Messages and log lines during the call, oldest first</source>
        <translation>Nachrichten und Protokollzeilen während des Aufrufs, die ältesten zuerst</translation>
    </message>
    <message>
        <source>The chosen message</source>
        <translation>Die gewählte Nachricht</translation>
    </message>
</context>
<context>
    <name>CallView</name>
    <message>
        <source>Arguments as the model wrote them</source>
        <translation>Argumente, wie das Modell sie schrieb</translation>
    </message>
    <message>
        <source>Arguments that ran</source>
        <translation>Argumente, mit denen es lief</translation>
    </message>
    <message>
        <source>Schema of the arguments</source>
        <translation>Schema der Argumente</translation>
    </message>
    <message>
        <source>Result as the model received it</source>
        <translation>Ergebnis, wie das Modell es bekam</translation>
    </message>
    <message>
        <source>Result as it came</source>
        <translation>Ergebnis, wie es kam</translation>
    </message>
    <message>
        <source>This round called no tool.</source>
        <translation>Diese Runde hat kein Werkzeug aufgerufen.</translation>
    </message>
    <message>
        <source>Go to the calls of round {0}</source>
        <translation>Zu den Aufrufen von Runde {0} gehen</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>(ohne Namen)</translation>
    </message>
    <message>
        <source>Protocol · {0}</source>
        <translation>Protokoll · {0}</translation>
    </message>
    <message>
        <source>Parts of the call</source>
        <translation>Teile des Aufrufs</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Run again…</source>
        <translation>Erneut ausführen…</translation>
    </message>
    <message>
        <source>Run this call again</source>
        <translation>Diesen Aufruf erneut ausführen</translation>
    </message>
    <message>
        <source>Replace result…</source>
        <translation>Ergebnis ersetzen…</translation>
    </message>
    <message>
        <source>Go on from another result, written by you</source>
        <translation>Mit einem anderen, selbst geschriebenen Ergebnis weitermachen</translation>
    </message>
    <message>
        <source>Copy as pytest</source>
        <translation>Als pytest kopieren</translation>
    </message>
    <message>
        <source>Copy this call as a test</source>
        <translation>Diesen Aufruf als Test kopieren</translation>
    </message>
    <message>
        <source>Go to the card</source>
        <translation>Zur Karte</translation>
    </message>
    <message>
        <source>Go to the card of this call</source>
        <translation>Zur Karte dieses Aufrufs</translation>
    </message>
</context>
<context>
    <name>CapDialog</name>
    <message>
        <source>Monthly cap</source>
        <translation>Monatsgrenze</translation>
    </message>
    <message>
        <source>No cap</source>
        <translation>Keine Grenze</translation>
    </message>
    <message>
        <source>What “{0}” may cost in a calendar month</source>
        <translation>Was „{0}“ im Kalendermonat kosten darf</translation>
    </message>
    <message>
        <source>Callboard warns at 80 % and asks before it sends at 100 %. Only what goes through Callboard and has a known price is counted.</source>
        <translation>Callboard warnt bei 80 % und fragt bei 100 % vor dem Senden. Gezählt wird nur, was über Callboard läuft und einen bekannten Preis hat.</translation>
    </message>
    <message>
        <source>Set the cap</source>
        <translation>Grenze setzen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>CardBody</name>
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
        <source>Change…</source>
        <translation>Ändern…</translation>
    </message>
    <message>
        <source>Run it with other arguments, or replace its result</source>
        <translation>Mit anderen Argumenten ausführen oder das Ergebnis ersetzen</translation>
    </message>
    <message>
        <source>Run again with other arguments…</source>
        <translation>Mit anderen Argumenten erneut ausführen…</translation>
    </message>
    <message>
        <source>Replace result…</source>
        <translation>Ergebnis ersetzen…</translation>
    </message>
    <message>
        <source>What the model asked for</source>
        <translation>Was das Modell verlangt hat</translation>
    </message>
    <message>
        <source>Ran with</source>
        <translation>Ausgeführt mit</translation>
    </message>
</context>
<context>
    <name>CardPieces</name>
    <message>
        <source>What the model asked for</source>
        <translation>Was das Modell verlangt hat</translation>
    </message>
    <message>
        <source>Edited by the user, ran with</source>
        <translation>Von Hand geändert, ausgeführt mit</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
</context>
<context>
    <name>ChangesView</name>
    <message>
        <source>This request</source>
        <translation>Diese Anfrage</translation>
    </message>
    <message>
        <source>The request before</source>
        <translation>Die Anfrage davor</translation>
    </message>
    <message>
        <source>Which request</source>
        <translation>Welche Anfrage</translation>
    </message>
    <message>
        <source>The one before</source>
        <translation>Die davor</translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation>Vorige Änderung</translation>
    </message>
    <message>
        <source>Next change</source>
        <translation>Nächste Änderung</translation>
    </message>
    <message>
        <source>Choose a round to see what it adds.</source>
        <translation>Eine Runde wählen, um zu sehen, was sie hinzufügt.</translation>
    </message>
    <message>
        <source>There is no request before it to compare with.</source>
        <translation>Davor gibt es keine Anfrage zum Vergleichen.</translation>
    </message>
    <message>
        <source>{0} added</source>
        <translation>{0} hinzugefügt</translation>
    </message>
    <message>
        <source>{0} changed</source>
        <translation>{0} geändert</translation>
    </message>
    <message>
        <source>{0} removed</source>
        <translation>{0} entfernt</translation>
    </message>
    <message>
        <source>No value differs.</source>
        <translation>Kein Wert ist anders.</translation>
    </message>
    <message>
        <source>The first {0} of {1} ({2} %) are those of the request before.</source>
        <translation>Die ersten {0} von {1} ({2} %) sind die der Anfrage davor.</translation>
    </message>
    <message>
        <source>The request is the same, byte for byte.</source>
        <translation>Die Anfrage ist Byte für Byte dieselbe.</translation>
    </message>
    <message>
        <source>What the model read before comes first and unchanged: a cache can serve it.</source>
        <translation>Was das Modell schon las, kommt unverändert zuerst: Ein Cache kann es liefern.</translation>
    </message>
    <message>
        <source>One of the two is no JSON: only bytes are compared.</source>
        <translation>Eine der beiden ist kein JSON: Verglichen werden nur Bytes.</translation>
    </message>
    <message>
        <source>The cache ends at byte {0}: {1} was put in before the end. All after it is read anew.</source>
        <translation>Der Cache endet bei Byte {0}: {1} wurde vor dem Ende eingefügt. Alles danach wird neu gelesen.</translation>
    </message>
    <message>
        <source>The cache ends at byte {0}: {1} is there no longer. All after it is read anew.</source>
        <translation>Der Cache endet bei Byte {0}: {1} ist nicht mehr da. Alles danach wird neu gelesen.</translation>
    </message>
    <message>
        <source>The cache ends at byte {0}: {1} has changed. All after it is read anew.</source>
        <translation>Der Cache endet bei Byte {0}: {1} hat sich geändert. Alles danach wird neu gelesen.</translation>
    </message>
    <message>
        <source>The provider says nothing of its cache.</source>
        <translation>Der Anbieter sagt nichts über seinen Cache.</translation>
    </message>
    <message>
        <source>{0} of {1} input tokens came from the provider&apos;s cache.</source>
        <translation>{0} von {1} Eingabe-Token kamen aus dem Cache des Anbieters.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show where the cache ended</source>
        <translation>Zeigen, wo der Cache endete</translation>
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
        <source>Monthly cap</source>
        <translation>Monatsgrenze</translation>
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
        <source>Show or hide the inspector ({0})</source>
        <translation>Den Inspektor ein- oder ausblenden ({0})</translation>
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
        <source>Find…</source>
        <translation>Suchen…</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>Where did my data go?</source>
        <translation>Wohin gingen meine Daten?</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Export as trace…</source>
        <translation>Als Mitschnitt exportieren…</translation>
    </message>
    <message>
        <source>Open trace…</source>
        <translation>Mitschnitt öffnen…</translation>
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
        <source>Provider&apos;s default key</source>
        <translation>Standardschlüssel des Anbieters</translation>
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
        <source>Key</source>
        <translation>Schlüssel</translation>
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
    <name>CompareDetail</name>
    <message>
        <source>Comparing…</source>
        <translation>Wird verglichen…</translation>
    </message>
    <message>
        <source>Difference {0} of {1}</source>
        <translation>Unterschied {0} von {1}</translation>
    </message>
    <message>
        <source>Differences: {0}</source>
        <translation>Unterschiede: {0}</translation>
    </message>
    <message>
        <source>The same in both</source>
        <translation>In beiden gleich</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
</context>
<context>
    <name>CompareStrip</name>
    <message>
        <source>The answer before stays, beside this one.</source>
        <translation>Die vorige Antwort bleibt neben dieser.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Show both answers beside each other</source>
        <translation>Beide Antworten nebeneinander zeigen</translation>
    </message>
    <message>
        <source>Dismiss</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>CompareSums</name>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Tokens in</source>
        <translation>Token ein</translation>
    </message>
    <message>
        <source>Tokens out</source>
        <translation>Token aus</translation>
    </message>
    <message>
        <source>Cost</source>
        <translation>Kosten</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
</context>
<context>
    <name>CompareWindow</name>
    <message>
        <source>Compare two answers</source>
        <translation>Zwei Antworten vergleichen</translation>
    </message>
    <message>
        <source>Comparing…</source>
        <translation>Wird verglichen…</translation>
    </message>
    <message>
        <source>Both say and do the same.</source>
        <translation>Beide sagen und tun dasselbe.</translation>
    </message>
    <message>
        <source>{0} of {1} rows differ</source>
        <translation>{0} von {1} Zeilen unterscheiden sich</translation>
    </message>
    <message>
        <source>This is the last difference.</source>
        <translation>Das ist der letzte Unterschied.</translation>
    </message>
    <message>
        <source>This is the first difference.</source>
        <translation>Das ist der erste Unterschied.</translation>
    </message>
    <message>
        <source>Rounds and calls of both</source>
        <translation>Runden und Aufrufe beider</translation>
    </message>
    <message>
        <source>Only what differs</source>
        <translation>Nur Unterschiede</translation>
    </message>
    <message>
        <source>Previous difference</source>
        <translation>Voriger Unterschied</translation>
    </message>
    <message>
        <source>Next difference</source>
        <translation>Nächster Unterschied</translation>
    </message>
</context>
<context>
    <name>Comparing</name>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
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
        <source>Files…</source>
        <translation>Dateien…</translation>
    </message>
    <message>
        <source>From a server…</source>
        <translation>Von einem Server…</translation>
    </message>
    <message>
        <source>Waits for the files to be read</source>
        <translation>Wartet, bis die Dateien gelesen sind</translation>
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
        <source>Attach</source>
        <translation>Anhängen</translation>
    </message>
    <message>
        <source>Attach files ({0})</source>
        <translation>Dateien anhängen ({0})</translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
    <message>
        <source>Stop the answer (Esc)</source>
        <translation>Antwort abbrechen (Esc)</translation>
    </message>
</context>
<context>
    <name>ConnectForm</name>
    <message>
        <source>Another provider</source>
        <translation>Anderer Anbieter</translation>
    </message>
    <message>
        <source>Paste the key, if it needs one</source>
        <translation>Schlüssel einfügen, falls nötig</translation>
    </message>
    <message>
        <source>Get a key</source>
        <translation>Schlüssel besorgen</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>Anbieter</translation>
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
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Model: {0}</source>
        <translation>Modell: {0}</translation>
    </message>
    <message>
        <source>Headers: {0}</source>
        <translation>Header: {0}</translation>
    </message>
    <message>
        <source>Parameters: {0}</source>
        <translation>Parameter: {0}</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
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
        <source>Last test · {0} {1}</source>
        <translation>Letzter Test · {0} {1}</translation>
    </message>
    <message>
        <source>key “{0}”</source>
        <translation>Schlüssel „{0}“</translation>
    </message>
</context>
<context>
    <name>ContactsPage</name>
    <message>
        <source>Privacy</source>
        <translation>Datenschutz</translation>
    </message>
    <message>
        <source>Contacted unasked</source>
        <translation>Ungefragte Verbindungen</translation>
    </message>
    <message>
        <source>Nothing. Callboard looks for no updates, sends no statistics and reports no crashes. Prices and what models can do come with it, in a file.</source>
        <translation>Keine. Callboard sucht keine Updates, sendet keine Statistik und meldet keine Abstürze. Preise und Fähigkeiten der Modelle bringt es in einer Datei mit.</translation>
    </message>
    <message>
        <source>Contacted when you ask for it</source>
        <translation>Verbindungen auf Wunsch</translation>
    </message>
    <message>
        <source>When you send, test it, look for its models or check what they can do.</source>
        <translation>Beim Senden, beim Testen, bei der Suche nach Modellen und beim Prüfen, was sie können.</translation>
    </message>
    <message>
        <source>Ollama, LM Studio, llama.cpp, vLLM and LiteLLM on this computer</source>
        <translation>Ollama, LM Studio, llama.cpp, vLLM und LiteLLM auf diesem Computer</translation>
    </message>
    <message>
        <source>When you open Add: their usual ports on 127.0.0.1 are tried once.</source>
        <translation>Beim Öffnen von „Anbieter hinzufügen“: Ihre üblichen Ports auf 127.0.0.1 werden einmal probiert.</translation>
    </message>
    <message>
        <source>Links in answers and sources</source>
        <translation>Links in Antworten und Quellen</translation>
    </message>
    <message>
        <source>When you click one: it opens in your browser, not in Callboard.</source>
        <translation>Beim Anklicken: Der Link öffnet sich im Browser, nicht in Callboard.</translation>
    </message>
    <message>
        <source>A command that a key comes from</source>
        <translation>Ein Befehl, der einen Schlüssel liefert</translation>
    </message>
    <message>
        <source>When its key is first needed. What it contacts is its own affair.</source>
        <translation>Sobald sein Schlüssel gebraucht wird. Womit er sich verbindet, ist seine Sache.</translation>
    </message>
    <message>
        <source>A collector of traces · {0}</source>
        <translation>Ein Collector für Abläufe · {0}</translation>
    </message>
    <message>
        <source>When a turn ends. It is named in Data, and gets no words.</source>
        <translation>Wenn eine Antwort endet. Er steht unter „Daten“ und erhält keine Inhalte.</translation>
    </message>
</context>
<context>
    <name>ContextBar</name>
    <message>
        <source>What fills the window: {0}</source>
        <translation>Was das Fenster füllt: {0}</translation>
    </message>
</context>
<context>
    <name>ContextMeter</name>
    <message>
        <source>{0} of {1} tokens of the model&apos;s window are used.</source>
        <translation>{0} von {1} Token im Fenster des Modells sind belegt.</translation>
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
        <source>This chat so far: {0}</source>
        <translation>Dieser Chat bisher: {0}</translation>
    </message>
    <message>
        <source>Context: {0}</source>
        <translation>Kontext: {0}</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
</context>
<context>
    <name>ContextView</name>
    <message>
        <source>Leave out</source>
        <translation>Weglassen</translation>
    </message>
    <message>
        <source>Leave it out of what is sent</source>
        <translation>Aus dem Gesendeten weglassen</translation>
    </message>
    <message>
        <source>Shorten</source>
        <translation>Kürzen</translation>
    </message>
    <message>
        <source>Send only its beginning</source>
        <translation>Nur den Anfang senden</translation>
    </message>
    <message>
        <source>Send again</source>
        <translation>Wieder senden</translation>
    </message>
    <message>
        <source>Send it as it was again</source>
        <translation>Wieder so senden, wie es war</translation>
    </message>
    <message>
        <source>Send all again</source>
        <translation>Alles wieder senden</translation>
    </message>
    <message>
        <source>Leave nothing out</source>
        <translation>Nichts weglassen</translation>
    </message>
    <message>
        <source>What is left out stays in the chat. It is not sent until you take that back.</source>
        <translation>Was weggelassen ist, bleibt im Chat. Es wird nicht gesendet, bis das zurückgenommen ist.</translation>
    </message>
    <message>
        <source>What fills the window</source>
        <translation>Was das Fenster füllt</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>Geld</translation>
    </message>
</context>
<context>
    <name>CopyLine</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the redirect address</source>
        <translation>Die Adresse zum Zurückleiten kopieren</translation>
    </message>
</context>
<context>
    <name>CoveredBar</name>
    <message>
        <source>The chat waits for you.</source>
        <translation>Der Chat wartet auf eine Antwort.</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>Zum Chat gehen</translation>
    </message>
</context>
<context>
    <name>DialectColumn</name>
    <message>
        <source>Nothing is lost.</source>
        <translation>Nichts geht verloren.</translation>
    </message>
    <message>
        <source>{0} · as it was sent</source>
        <translation>{0} · wie gesendet</translation>
    </message>
</context>
<context>
    <name>DialectsView</name>
    <message>
        <source>Choose a turn to see it in every dialect.</source>
        <translation>Eine Antwort wählen, um sie in jedem Dialekt zu sehen.</translation>
    </message>
    <message>
        <source>There is nothing to show in any dialect yet.</source>
        <translation>In keinem Dialekt gibt es schon etwas zu zeigen.</translation>
    </message>
    <message>
        <source>Show {0}</source>
        <translation>{0} zeigen</translation>
    </message>
    <message>
        <source>Dialects that are shown</source>
        <translation>Gezeigte Dialekte</translation>
    </message>
</context>
<context>
    <name>DoctorView</name>
    <message>
        <source>Why can&apos;t a key be read?</source>
        <translation>Warum ist ein Schlüssel nicht lesbar?</translation>
    </message>
    <message>
        <source>Callboard tries the keyring out with an entry of its own, then reads the keys of this provider. No key is shown, and none leaves this computer.</source>
        <translation>Callboard probiert den Schlüsselbund mit einem eigenen Eintrag aus und liest dann die Schlüssel dieses Anbieters. Kein Schlüssel wird gezeigt, und keiner verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop examining</source>
        <translation>Untersuchung abbrechen</translation>
    </message>
    <message>
        <source>Examine again</source>
        <translation>Erneut untersuchen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Abgebrochen.</translation>
    </message>
    <message>
        <source>Nothing is wrong: the keyring and the keys can be read.</source>
        <translation>Alles in Ordnung: Schlüsselbund und Schlüssel sind lesbar.</translation>
    </message>
    <message>
        <source>Look at what is marked above.</source>
        <translation>Siehe die markierten Stellen oben.</translation>
    </message>
    <message>
        <source>The key “{0}”</source>
        <translation>Der Schlüssel „{0}“</translation>
    </message>
</context>
<context>
    <name>DropArea</name>
    <message>
        <source>Drop the text into the message</source>
        <translation>Text in der Nachricht ablegen</translation>
    </message>
    <message>
        <source>Long text can be attached as a file</source>
        <translation>Langer Text lässt sich als Datei anhängen</translation>
    </message>
    <message>
        <source>Drop files to attach them</source>
        <translation>Dateien zum Anhängen hier ablegen</translation>
    </message>
    <message>
        <source>Pictures, PDF, text, code, tables and office files</source>
        <translation>Bilder, PDF, Text, Code, Tabellen und Office-Dateien</translation>
    </message>
</context>
<context>
    <name>EditingStrip</name>
    <message>
        <source>Editing an earlier message</source>
        <translation>Frühere Nachricht wird bearbeitet</translation>
    </message>
    <message>
        <source>Editing an earlier message. The old version stays.</source>
        <translation>Nachricht ändern. Die alte Version bleibt.</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>Cancel editing (Esc)</source>
        <translation>Bearbeiten abbrechen (Esc)</translation>
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
    <name>Export</name>
    <message>
        <source>The chat was not exported</source>
        <translation>Der Chat wurde nicht exportiert</translation>
    </message>
    <message>
        <source>Writing the chat…</source>
        <translation>Chat wird geschrieben…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportieren</translation>
    </message>
    <message>
        <source>Export chat</source>
        <translation>Chat exportieren</translation>
    </message>
    <message>
        <source>Markdown, the path shown (*.md)</source>
        <translation>Markdown, gezeigter Zweig (*.md)</translation>
    </message>
    <message>
        <source>Markdown, every path (*.md)</source>
        <translation>Markdown, alle Zweige (*.md)</translation>
    </message>
    <message>
        <source>JSON, every path (*.json)</source>
        <translation>JSON, alle Zweige (*.json)</translation>
    </message>
</context>
<context>
    <name>Fields</name>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
</context>
<context>
    <name>FileBar</name>
    <message>
        <source>Attached files</source>
        <translation>Angehängte Dateien</translation>
    </message>
</context>
<context>
    <name>FileChip</name>
    <message>
        <source>Being read</source>
        <translation>Wird gelesen</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>FileView</name>
    <message>
        <source>This file is no longer there.</source>
        <translation>Diese Datei ist nicht mehr da.</translation>
    </message>
    <message>
        <source>No text could be read out of this file; its pages may be pictures.</source>
        <translation>Aus dieser Datei ließ sich kein Text lesen; vielleicht sind ihre Seiten Bilder.</translation>
    </message>
    <message>
        <source>{0}. This is the text in it.</source>
        <translation>{0}. Das ist der Text darin.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Find in this chat</source>
        <translation>In diesem Chat suchen</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>Groß- und Kleinschreibung beachten</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>Nur ganze Wörter</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>No hits</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird gesucht…</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
</context>
<context>
    <name>FolderLines</name>
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
</context>
<context>
    <name>FolderList</name>
    <message>
        <source>Choose a folder</source>
        <translation>Einen Ordner wählen</translation>
    </message>
</context>
<context>
    <name>Folders</name>
    <message>
        <source>How private {0} is</source>
        <translation>Wie vertraulich {0} ist</translation>
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
    <name>ForeseenLine</name>
    <message>
        <source>What will not be sent as it is</source>
        <translation>Was nicht so gesendet wird, wie es ist</translation>
    </message>
    <message>
        <source>and {0} more notes</source>
        <translation>und {0} weitere Hinweise</translation>
    </message>
    <message>
        <source>and 1 more note</source>
        <translation>und 1 weiterer Hinweis</translation>
    </message>
    <message>
        <source>Less</source>
        <translation>Weniger</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
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
        <source>A turn that reaches one of them pauses and asks how to go on.</source>
        <translation>Eine Antwort, die eine davon erreicht, pausiert und fragt, wie es weitergeht.</translation>
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
        <source>Time, without yours</source>
        <translation>Zeit, ohne die eigene</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Money, where prices are known</source>
        <translation>Geld, wo Preise bekannt sind</translation>
    </message>
    <message>
        <source>No limit</source>
        <translation>Keine Grenze</translation>
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
    <name>HandCall</name>
    <message>
        <source>It took too long.</source>
        <translation>Es hat zu lange gedauert.</translation>
    </message>
    <message>
        <source>Picture {0}</source>
        <translation>Bild {0}</translation>
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
    <name>HitList</name>
    <message>
        <source>Hits in all chats</source>
        <translation>Treffer in allen Chats</translation>
    </message>
</context>
<context>
    <name>ImportBanner</name>
    <message>
        <source>Import…</source>
        <translation>Importieren…</translation>
    </message>
    <message>
        <source>Import keys</source>
        <translation>Schlüssel importieren</translation>
    </message>
    <message>
        <source>{0} is set in your environment. Callboard does not use it unless you import it.</source>
        <translation>{0} ist als Umgebungsvariable gesetzt. Callboard verwendet sie erst nach dem Importieren.</translation>
    </message>
</context>
<context>
    <name>JsonDelegate</name>
    <message>
        <source>{0}, show</source>
        <translation>{0}, zeigen</translation>
    </message>
</context>
<context>
    <name>JsonModel</name>
    <message>
        <source>Names and values</source>
        <translation>Namen und Werte</translation>
    </message>
</context>
<context>
    <name>JsonPage</name>
    <message>
        <source>Arguments of the first</source>
        <translation>Argumente der ersten</translation>
    </message>
    <message>
        <source>Arguments of the second</source>
        <translation>Argumente der zweiten</translation>
    </message>
</context>
<context>
    <name>JsonTree</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Result as a tree</source>
        <translation>Ergebnis als Baum</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>{0} weitere</translation>
    </message>
    <message>
        <source>{0} names</source>
        <translation>{0} Namen</translation>
    </message>
    <message>
        <source>{0} entries</source>
        <translation>{0} Einträge</translation>
    </message>
    <message>
        <source>Copy the value</source>
        <translation>Den Wert kopieren</translation>
    </message>
    <message>
        <source>Copy the path</source>
        <translation>Den Pfad kopieren</translation>
    </message>
    <message>
        <source>Copy value</source>
        <translation>Wert kopieren</translation>
    </message>
    <message>
        <source>Copy path as JSON pointer</source>
        <translation>Pfad als JSON Pointer kopieren</translation>
    </message>
    <message>
        <source>Copy path as code</source>
        <translation>Pfad als Code kopieren</translation>
    </message>
    <message>
        <source>Show whole value</source>
        <translation>Ganzen Wert zeigen</translation>
    </message>
    <message>
        <source>Unfold all below</source>
        <translation>Alles darunter aufklappen</translation>
    </message>
    <message>
        <source>Fold all below</source>
        <translation>Alles darunter zuklappen</translation>
    </message>
</context>
<context>
    <name>JsonView</name>
    <message>
        <source>Find names and values</source>
        <translation>Namen und Werte suchen</translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation>Voriger Treffer</translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation>Nächster Treffer</translation>
    </message>
    <message>
        <source>Raw</source>
        <translation>Roh</translation>
    </message>
    <message>
        <source>Show the bytes as they are</source>
        <translation>Die Bytes zeigen, wie sie sind</translation>
    </message>
    <message>
        <source>Reading {0}: {1} %</source>
        <translation>{0} werden gelesen: {1} %</translation>
    </message>
    <message>
        <source>It ends too early: this is what came of it.</source>
        <translation>Es endet zu früh: Das ist, was davon kam.</translation>
    </message>
    <message>
        <source>This is no valid JSON from byte {0} on; shown as it is.</source>
        <translation>Ab Byte {0} ist dies kein gültiges JSON; gezeigt, wie es ist.</translation>
    </message>
    <message>
        <source>{0}, raw</source>
        <translation>{0}, roh</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>No hits</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird gesucht…</translation>
    </message>
</context>
<context>
    <name>KeyEditor</name>
    <message>
        <source>Add a key</source>
        <translation>Schlüssel hinzufügen</translation>
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
        <source>Replace the key “{0}”</source>
        <translation>Schlüssel „{0}“ ersetzen</translation>
    </message>
    <message>
        <source>Test and replace</source>
        <translation>Testen und ersetzen</translation>
    </message>
    <message>
        <source>Test the new key, then replace the old one</source>
        <translation>Neuen Schlüssel testen, dann den alten ersetzen</translation>
    </message>
    <message>
        <source>The old key was not touched.</source>
        <translation>Der alte Schlüssel ist unverändert.</translation>
    </message>
    <message>
        <source>Pasted here, kept in the system keyring</source>
        <translation>Eingefügt, im Schlüsselbund</translation>
    </message>
    <message>
        <source>From an environment variable, at each start</source>
        <translation>Umgebungsvariable, bei jedem Start</translation>
    </message>
    <message>
        <source>From a command, at each start</source>
        <translation>Befehl, bei jedem Start</translation>
    </message>
    <message>
        <source>Paste the key</source>
        <translation>Schlüssel einfügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Replace it all the same</source>
        <translation>Trotzdem ersetzen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>The key is</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Variable</source>
        <translation>Variable</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Run without a shell, for 10 s at most. Its output is the key.</source>
        <translation>Läuft ohne Shell, höchstens 10 s. Seine Ausgabe ist der Schlüssel.</translation>
    </message>
    <message>
        <source>key</source>
        <translation>Schlüssel</translation>
    </message>
</context>
<context>
    <name>KeyImport</name>
    <message>
        <source>Import keys into {0}</source>
        <translation>Schlüssel in {0} importieren</translation>
    </message>
    <message>
        <source>Choose a .env file…</source>
        <translation>.env-Datei wählen…</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>These keys lie in plain text: in the environment, or in the settings of other programs. What you tick is copied into the system keyring. What is there stays there.</source>
        <translation>Diese Schlüssel liegen unverschlüsselt in der Umgebung oder in den Einstellungen anderer Programme. Was angekreuzt ist, wird in den Schlüsselbund des Systems kopiert. Das Original bleibt, wo es ist.</translation>
    </message>
    <message>
        <source>Looking in the environment and in other programs&apos; settings…</source>
        <translation>Umgebung und Einstellungen anderer Programme werden durchsucht…</translation>
    </message>
    <message>
        <source>A .env file</source>
        <translation>Eine .env-Datei</translation>
    </message>
    <message>
        <source>There is no key in {0}.</source>
        <translation>In {0} ist kein Schlüssel.</translation>
    </message>
    <message>
        <source>Saving in the keyring…</source>
        <translation>Wird im Schlüsselbund gespeichert…</translation>
    </message>
    <message>
        <source>whose it is, is not known</source>
        <translation>zu welchem Anbieter, ist unbekannt</translation>
    </message>
    <message>
        <source>{0} found</source>
        <translation>{0} gefunden</translation>
    </message>
    <message>
        <source>No key was found yet.</source>
        <translation>Noch kein Schlüssel gefunden.</translation>
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
        <source>Keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Why can&apos;t a key be read?</source>
        <translation>Warum ist ein Schlüssel nicht lesbar?</translation>
    </message>
    <message>
        <source>+ Add key</source>
        <translation>+ Schlüssel hinzufügen</translation>
    </message>
    <message>
        <source>Add a key</source>
        <translation>Schlüssel hinzufügen</translation>
    </message>
    <message>
        <source>Get a key</source>
        <translation>Schlüssel besorgen</translation>
    </message>
    <message>
        <source>No key, and none is needed here.</source>
        <translation>Kein Schlüssel, und hier ist auch keiner nötig.</translation>
    </message>
    <message>
        <source>No key yet.</source>
        <translation>Noch kein Schlüssel.</translation>
    </message>
    <message>
        <source>Keys · {0}</source>
        <translation>Schlüssel · {0}</translation>
    </message>
    <message>
        <source>Keys · kept in the system keyring ({0})</source>
        <translation>Schlüssel · im Schlüsselbund des Systems ({0})</translation>
    </message>
    <message>
        <source>key {0}</source>
        <translation>Schlüssel {0}</translation>
    </message>
    <message>
        <source>main</source>
        <translation>Schlüssel 1</translation>
    </message>
    <message>
        <source>Revoke it there</source>
        <translation>Dort widerrufen</translation>
    </message>
    <message>
        <source>“{0}” was deleted here. It is still valid at the provider.</source>
        <translation>„{0}“ ist hier gelöscht. Beim Anbieter gilt der Schlüssel weiterhin.</translation>
    </message>
    <message>
        <source>Saving in the keyring…</source>
        <translation>Wird im Schlüsselbund gespeichert…</translation>
    </message>
    <message>
        <source>Testing the new key…</source>
        <translation>Der neue Schlüssel wird getestet…</translation>
    </message>
</context>
<context>
    <name>KeysTable</name>
    <message>
        <source>Keys</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Make it the default</source>
        <translation>Zur Vorgabe machen</translation>
    </message>
    <message>
        <source>Monthly cap…</source>
        <translation>Monatsgrenze…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Ends with</source>
        <translation>Endet auf</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>This month</source>
        <translation>Dieser Monat</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>last used: {0}</source>
        <translation>zuletzt: {0}</translation>
    </message>
    <message>
        <source>this month: {0}</source>
        <translation>Monat: {0}</translation>
    </message>
    <message>
        <source>default</source>
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Read anew at each start; not kept by Callboard.</source>
        <translation>Bei jedem Start neu gelesen; Callboard speichert ihn nicht.</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Test the key {0}</source>
        <translation>Schlüssel {0} testen</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replace the key {0}</source>
        <translation>Schlüssel {0} ersetzen</translation>
    </message>
    <message>
        <source>More for the key {0}</source>
        <translation>Mehr zum Schlüssel {0}</translation>
    </message>
</context>
<context>
    <name>LongText</name>
    <message>
        <source>What was pasted is too long to be edited here ({0}).</source>
        <translation>Das Eingefügte ist zu lang, um hier bearbeitet zu werden ({0}).</translation>
    </message>
</context>
<context>
    <name>MessageActs</name>
    <message>
        <source>Undo (Ctrl+Z in the conversation)</source>
        <translation>Rückgängig (Strg+Z im Gespräch)</translation>
    </message>
    <message>
        <source>Your prompt, as it was typed</source>
        <translation>Eigene Nachricht, wie eingegeben</translation>
    </message>
    <message>
        <source>What the model wrote</source>
        <translation>Was das Modell schrieb</translation>
    </message>
    <message>
        <source>Its default model</source>
        <translation>Dessen Standardmodell</translation>
    </message>
    <message>
        <source>Answer again with</source>
        <translation>Neu antworten mit</translation>
    </message>
    <message>
        <source>Message deleted</source>
        <translation>Nachricht gelöscht</translation>
    </message>
</context>
<context>
    <name>MessageBars</name>
    <message>
        <source>Earlier version</source>
        <translation>Frühere Version</translation>
    </message>
    <message>
        <source>Later version</source>
        <translation>Spätere Version</translation>
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
    <name>ModelFacts</name>
    <message>
        <source>What {0} can do</source>
        <translation>Was {0} kann</translation>
    </message>
    <message>
        <source>Context, in tokens</source>
        <translation>Kontext, in Token</translation>
    </message>
    <message>
        <source>Longest answer, in tokens</source>
        <translation>Längste Antwort, in Token</translation>
    </message>
    <message>
        <source>Price of input</source>
        <translation>Preis der Eingabe</translation>
    </message>
    <message>
        <source>Price of output</source>
        <translation>Preis der Ausgabe</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>As found: unknown</source>
        <translation>Wie gefunden: unbekannt</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>As found: {0}, {1}</source>
        <translation>Wie gefunden: {0}, {1}</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>As found</source>
        <translation>Wie gefunden</translation>
    </message>
    <message>
        <source>Found: {0}</source>
        <translation>Gefunden: {0}</translation>
    </message>
    <message>
        <source> per million</source>
        <translation> je Million</translation>
    </message>
    <message>
        <source>What you choose here counts above what the provider or anybody says.</source>
        <translation>Was hier gewählt ist, zählt mehr als jede Angabe des Anbieters oder anderer.</translation>
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
        <source>Forget my words</source>
        <translation>Eigene Angaben verwerfen</translation>
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
        <translation>Modell eingeben</translation>
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
        <source>{0} found ▾</source>
        <translation>{0} gefunden ▾</translation>
    </message>
    <message>
        <source>Choose among {0} models</source>
        <translation>Aus {0} Modellen wählen</translation>
    </message>
    <message>
        <source>Asked {0}</source>
        <translation>Gefragt: {0}</translation>
    </message>
</context>
<context>
    <name>ModelPicker</name>
    <message>
        <source>Search models</source>
        <translation>Modelle suchen</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>Ask for the models again</source>
        <translation>Erneut nach den Modellen fragen</translation>
    </message>
    <message>
        <source>What it can do…</source>
        <translation>Was es kann…</translation>
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
    <name>OllamaFields</name>
    <message>
        <source> min</source>
        <translation> min</translation>
    </message>
    <message>
        <source>For ever</source>
        <translation>Für immer</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Token</translation>
    </message>
    <message>
        <source>As the server says</source>
        <translation>Wie der Server vorgibt</translation>
    </message>
    <message>
        <source>How long the model stays in memory after an answer.</source>
        <translation>Wie lange das Modell nach einer Antwort im Speicher bleibt.</translation>
    </message>
    <message>
        <source>Stays loaded</source>
        <translation>Bleibt geladen</translation>
    </message>
    <message>
        <source>More needs more memory. Ollama cuts off what does not fit.</source>
        <translation>Mehr braucht mehr Speicher. Ollama schneidet ab, was nicht hineinpasst.</translation>
    </message>
    <message>
        <source>Context length</source>
        <translation>Kontextlänge</translation>
    </message>
</context>
<context>
    <name>OllamaSection</name>
    <message>
        <source>Asking the server…</source>
        <translation>Der Server wird gefragt…</translation>
    </message>
    <message>
        <source>Stopped. Ollama goes on from here next time.</source>
        <translation>Abgebrochen. Ollama macht das nächste Mal hier weiter.</translation>
    </message>
    <message>
        <source>Models of this server</source>
        <translation>Modelle dieses Servers</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>Anzeigen</translation>
    </message>
    <message>
        <source>List the server&apos;s models</source>
        <translation>Modelle des Servers auflisten</translation>
    </message>
    <message>
        <source>Model to fetch</source>
        <translation>Modell zum Herunterladen</translation>
    </message>
    <message>
        <source>Fetch</source>
        <translation>Herunterladen</translation>
    </message>
    <message>
        <source>Fetch this model</source>
        <translation>Dieses Modell herunterladen</translation>
    </message>
    <message>
        <source>Refresh</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>{0}, {1} on disk</source>
        <translation>{0}, {1} auf dem Datenträger</translation>
    </message>
    <message>
        <source>There are no models on this server yet.</source>
        <translation>Auf diesem Server gibt es noch keine Modelle.</translation>
    </message>
    <message>
        <source>{0} context</source>
        <translation>Kontext {0}</translation>
    </message>
    <message>
        <source>loaded</source>
        <translation>geladen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete {0}</source>
        <translation>{0} löschen</translation>
    </message>
    <message>
        <source>{0} is deleted from the server: {1} become free.</source>
        <translation>{0} wird vom Server gelöscht: {1} werden frei.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Asking for {0}…</source>
        <translation>{0} wird angefragt…</translation>
    </message>
    <message>
        <source>{0} is there.</source>
        <translation>{0} ist da.</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
</context>
<context>
    <name>OmissionPill</name>
    <message>
        <source>Shows what of this chat is not sent.</source>
        <translation>Zeigt, was von diesem Chat nicht gesendet wird.</translation>
    </message>
    <message>
        <source>Left out: {0}</source>
        <translation>Weggelassen: {0}</translation>
    </message>
    <message>
        <source>Parts of this chat are not sent to the model.</source>
        <translation>Teile dieses Chats werden dem Modell nicht gesendet.</translation>
    </message>
</context>
<context>
    <name>PageFiles</name>
    <message>
        <source>Attach files</source>
        <translation>Dateien anhängen</translation>
    </message>
</context>
<context>
    <name>PageMessages</name>
    <message>
        <source>Not while an answer is being written</source>
        <translation>Nicht, während eine Antwort geschrieben wird</translation>
    </message>
</context>
<context>
    <name>PageSettings</name>
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
</context>
<context>
    <name>PageWindows</name>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
</context>
<context>
    <name>Panel</name>
    <message>
        <source>Inspector</source>
        <translation>Inspektor</translation>
    </message>
    <message>
        <source>What is shown</source>
        <translation>Was gezeigt wird</translation>
    </message>
    <message>
        <source>Nothing to look at yet</source>
        <translation>Noch nichts zu sehen</translation>
    </message>
    <message>
        <source>Message {0} · Round {1} of {2}</source>
        <translation>Nachricht {0} · Runde {1} von {2}</translation>
    </message>
    <message>
        <source>This round still runs. Its bytes are here when it has ended.</source>
        <translation>Diese Runde läuft noch. Ihre Bytes sind hier, wenn sie beendet ist.</translation>
    </message>
</context>
<context>
    <name>PastDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>PastHook</name>
    <message>
        <source>Run again with other arguments…</source>
        <translation>Mit anderen Argumenten erneut ausführen…</translation>
    </message>
    <message>
        <source>Replace result…</source>
        <translation>Ergebnis ersetzen…</translation>
    </message>
    <message>
        <source>Not while an answer is being written.</source>
        <translation>Nicht, während eine Antwort geschrieben wird.</translation>
    </message>
    <message>
        <source>Nothing was changed</source>
        <translation>Nichts wurde geändert</translation>
    </message>
    <message>
        <source>The chat was busy with something else. Try it again in a moment.</source>
        <translation>Der Chat war mit etwas anderem beschäftigt. Gleich noch einmal versuchen.</translation>
    </message>
    <message>
        <source>This tool is switched off in this chat.</source>
        <translation>Dieses Werkzeug ist in diesem Chat ausgeschaltet.</translation>
    </message>
    <message>
        <source>This call is not shown any more.</source>
        <translation>Dieser Aufruf wird nicht mehr gezeigt.</translation>
    </message>
    <message>
        <source>Another call of the same round has no result yet.</source>
        <translation>Ein anderer Aufruf derselben Runde hat noch kein Ergebnis.</translation>
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
        <source>Attach this text as a file</source>
        <translation>Diesen Text als Datei anhängen</translation>
    </message>
    <message>
        <source>Remove this text</source>
        <translation>Diesen Text entfernen</translation>
    </message>
</context>
<context>
    <name>PathField</name>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
</context>
<context>
    <name>PermissionsPage</name>
    <message>
        <source>Permissions</source>
        <translation>Berechtigungen</translation>
    </message>
    <message>
        <source>Private data</source>
        <translation>Vertrauliche Daten</translation>
    </message>
    <message>
        <source>Block it instead of asking</source>
        <translation>Blockieren statt fragen</translation>
    </message>
    <message>
        <source>What you decided about tools</source>
        <translation>Was zu Werkzeugen entschieden wurde</translation>
    </message>
    <message>
        <source>Nothing yet. Choose Always… or Never… on a call that waits, or set a tool&apos;s permission under Tools.</source>
        <translation>Noch nichts. Bei einem wartenden Aufruf Immer… oder Nie… wählen, oder unter Werkzeuge die Berechtigung eines Werkzeugs einstellen.</translation>
    </message>
    <message>
        <source>Search decisions</source>
        <translation>Entscheidungen suchen</translation>
    </message>
    <message>
        <source>A chat remembers what it has seen: files from folders that you marked, results of servers, pages that strangers wrote. When private data could leave by a tool or to a provider that may not receive it, Callboard says so and asks.</source>
        <translation>Ein Chat merkt sich, was er gesehen hat: Dateien aus markierten Ordnern, Ergebnisse von Servern, Seiten von Fremden. Könnten vertrauliche Daten durch ein Werkzeug hinausgehen oder an einen Anbieter, der sie nicht bekommen darf, sagt Callboard das und fragt.</translation>
    </message>
    <message>
        <source>Since {0}</source>
        <translation>Seit {0}</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Take back: {0}</source>
        <translation>Zurücknehmen: {0}</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0} ({1})</translation>
    </message>
    <message>
        <source>Taken back: {0}.</source>
        <translation>Zurückgenommen: {0}.</translation>
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
    <name>PictureView</name>
    <message>
        <source>Smaller (-)</source>
        <translation>Kleiner (-)</translation>
    </message>
    <message>
        <source>Larger (+)</source>
        <translation>Größer (+)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
    <message>
        <source>Fit into the window (0)</source>
        <translation>In das Fenster einpassen (0)</translation>
    </message>
    <message>
        <source>100 %</source>
        <translation>100 %</translation>
    </message>
    <message>
        <source>As large as it is (1)</source>
        <translation>Originalgröße (1)</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>Bild kopieren</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Save the picture as a file</source>
        <translation>Bild als Datei speichern</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close this window</source>
        <translation>Dieses Fenster schließen</translation>
    </message>
    <message>
        <source>{0} %</source>
        <translation>{0} %</translation>
    </message>
</context>
<context>
    <name>PolicyBanner</name>
    <message>
        <source>The settings file of your organisation cannot be used: nothing is sent.</source>
        <translation>Die Einstellungsdatei der Organisation ist nicht nutzbar: Nichts wird gesendet.</translation>
    </message>
    <message>
        <source>Ask whoever manages this computer.</source>
        <translation>Bei der Verwaltung dieses Computers nachfragen.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>Hosts that may be asked: {0}</source>
        <translation>Erlaubte Hosts: {0}</translation>
    </message>
    <message>
        <source>API types that may be used: {0}</source>
        <translation>Erlaubte API-Arten: {0}</translation>
    </message>
</context>
<context>
    <name>Probe</name>
    <message>
        <source>Start</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Start the check</source>
        <translation>Prüfung beginnen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Stop the check</source>
        <translation>Prüfung abbrechen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close the check</source>
        <translation>Prüfung schließen</translation>
    </message>
    <message>
        <source>Check what {0} can do</source>
        <translation>Prüfen, was {0} kann</translation>
    </message>
    <message>
        <source>Stopped. What was found so far is kept.</source>
        <translation>Abgebrochen. Was bisher gefunden wurde, bleibt.</translation>
    </message>
    <message>
        <source>Kept for this model: {0}</source>
        <translation>Für dieses Modell gemerkt: {0}</translation>
    </message>
    <message>
        <source>Check again</source>
        <translation>Erneut prüfen</translation>
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
        <source>Check what this model can do…</source>
        <translation>Prüfen, was dieses Modell kann…</translation>
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
        <source>May be sent here</source>
        <translation>Darf hierher</translation>
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
        <source>Choose a model first.</source>
        <translation>Zuerst ein Modell wählen.</translation>
    </message>
    <message>
        <source>Stop the test</source>
        <translation>Test abbrechen</translation>
    </message>
</context>
<context>
    <name>ProviderList</name>
    <message>
        <source>Filter providers</source>
        <translation>Anbieter filtern</translation>
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
        <source>Alt with an arrow key moves a provider.</source>
        <translation>Alt mit einer Pfeiltaste verschiebt einen Anbieter.</translation>
    </message>
</context>
<context>
    <name>ProvidersPage</name>
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
    <name>Proxy</name>
    <message>
        <source>As the system says</source>
        <translation>Wie das System</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keiner</translation>
    </message>
    <message>
        <source>This one:</source>
        <translation>Dieser:</translation>
    </message>
    <message>
        <source>Address of the proxy</source>
        <translation>Adresse des Proxys</translation>
    </message>
</context>
<context>
    <name>ProxyLogin</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Name for the proxy</source>
        <translation>Name für den Proxy</translation>
    </message>
    <message>
        <source>Password for the proxy</source>
        <translation>Passwort für den Proxy</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save the login of the proxy</source>
        <translation>Anmeldung am Proxy speichern</translation>
    </message>
    <message>
        <source>Forget</source>
        <translation>Vergessen</translation>
    </message>
    <message>
        <source>Forget the login of the proxy</source>
        <translation>Anmeldung am Proxy vergessen</translation>
    </message>
    <message>
        <source>Saved in the keyring</source>
        <translation>Im Schlüsselbund gespeichert</translation>
    </message>
    <message>
        <source>Password</source>
        <translation>Passwort</translation>
    </message>
</context>
<context>
    <name>QuestionForm</name>
    <message>
        <source>The tool</source>
        <translation>Das Werkzeug</translation>
    </message>
    <message>
        <source>{0} asks</source>
        <translation>{0} fragt</translation>
    </message>
    <message>
        <source>What you enter goes to {0}.</source>
        <translation>Was hier eingegeben wird, geht an {0}.</translation>
    </message>
    <message>
        <source>Your answer</source>
        <translation>Die Antwort</translation>
    </message>
    <message>
        <source>The address</source>
        <translation>Die Adresse</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>Nicht antworten</translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation>Adresse kopieren</translation>
    </message>
    <message>
        <source>Open in the browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
</context>
<context>
    <name>QuestionPanel</name>
    <message>
        <source>{0} asks: {1}</source>
        <translation>{0} fragt: {1}</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Decline</source>
        <translation>Nicht antworten</translation>
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
    <name>RenderedMarkdown</name>
    <message>
        <source>Result as a page</source>
        <translation>Ergebnis als Seite</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
</context>
<context>
    <name>ReplaceResult</name>
    <message>
        <source>Replace the result of {0}</source>
        <translation>Ergebnis von {0} ersetzen</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>(ohne Namen)</translation>
    </message>
    <message>
        <source>The answer goes on from what you write here, beside the one there is, which stays.</source>
        <translation>Die Antwort geht von dem aus weiter, was hier steht, neben der vorhandenen, die bleibt.</translation>
    </message>
    <message>
        <source>Go on from here</source>
        <translation>Von hier aus weiter</translation>
    </message>
    <message>
        <source>This is an error</source>
        <translation>Das ist ein Fehler</translation>
    </message>
    <message>
        <source>This is the result there is: change it first.</source>
        <translation>Das ist das vorhandene Ergebnis: zuerst ändern.</translation>
    </message>
</context>
<context>
    <name>RequestView</name>
    <message>
        <source>You edited this request before it went out. Its model and cost are shown as if you had not.</source>
        <translation>Diese Anfrage wurde vor dem Absenden bearbeitet. Modell und Kosten sind angegeben, als wäre sie es nicht.</translation>
    </message>
    <message>
        <source>Request body</source>
        <translation>Inhalt der Anfrage</translation>
    </message>
    <message>
        <source>Request headers</source>
        <translation>Header der Anfrage</translation>
    </message>
    <message>
        <source>Parts of the request</source>
        <translation>Teile der Anfrage</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>Header</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Body · {0}</source>
        <translation>Inhalt · {0}</translation>
    </message>
    <message>
        <source>Headers · {0}</source>
        <translation>Header · {0}</translation>
    </message>
    <message>
        <source>Copy body</source>
        <translation>Inhalt kopieren</translation>
    </message>
    <message>
        <source>Copy the request body</source>
        <translation>Den Inhalt der Anfrage kopieren</translation>
    </message>
    <message>
        <source>Copy headers</source>
        <translation>Header kopieren</translation>
    </message>
    <message>
        <source>Copy the request headers</source>
        <translation>Die Header der Anfrage kopieren</translation>
    </message>
    <message>
        <source>Copy URL</source>
        <translation>URL kopieren</translation>
    </message>
    <message>
        <source>Copy the address</source>
        <translation>Die Adresse kopieren</translation>
    </message>
    <message>
        <source>Secrets are kept and shown as stars only.</source>
        <translation>Geheimnisse werden nur als Sterne gespeichert und gezeigt.</translation>
    </message>
</context>
<context>
    <name>ResourcePicker</name>
    <message>
        <source>Attach from a server</source>
        <translation>Von einem Server anhängen</translation>
    </message>
    <message>
        <source>Search what servers offer</source>
        <translation>Suchen, was Server anbieten</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Resources of servers</source>
        <translation>Ressourcen von Servern</translation>
    </message>
    <message>
        <source>Nothing fits.</source>
        <translation>Nichts passt.</translation>
    </message>
    <message>
        <source>with blanks</source>
        <translation>mit Lücken</translation>
    </message>
    <message>
        <source>Attach</source>
        <translation>Anhängen</translation>
    </message>
    <message>
        <source>Asking {0}…</source>
        <translation>{0} wird gefragt…</translation>
    </message>
    <message>
        <source>There is nothing in it.</source>
        <translation>Es ist nichts darin.</translation>
    </message>
</context>
<context>
    <name>ResponseView</name>
    <message>
        <source>The chosen event</source>
        <translation>Das gewählte Ereignis</translation>
    </message>
    <message>
        <source>The message the events add up to</source>
        <translation>Die Nachricht, die sich aus den Ereignissen ergibt</translation>
    </message>
    <message>
        <source>Response body</source>
        <translation>Inhalt der Antwort</translation>
    </message>
    <message>
        <source>Response headers</source>
        <translation>Header der Antwort</translation>
    </message>
    <message>
        <source>Parts of the response</source>
        <translation>Teile der Antwort</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Adds up to</source>
        <translation>Ergibt</translation>
    </message>
    <message>
        <source>Body</source>
        <translation>Inhalt</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>Header</translation>
    </message>
    <message>
        <source>First byte</source>
        <translation>Erstes Byte</translation>
    </message>
    <message>
        <source>Ended</source>
        <translation>Ende</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Connection</source>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Request ID</source>
        <translation>Anfrage-ID</translation>
    </message>
    <message>
        <source>The reply was cut off: {0}</source>
        <translation>Die Antwort wurde abgebrochen: {0}</translation>
    </message>
    <message>
        <source>The reply did not come to its end.</source>
        <translation>Die Antwort kam nicht bis zu ihrem Ende.</translation>
    </message>
    <message>
        <source>The reply was longer than is recorded: its end is missing here, though the chat has it.</source>
        <translation>Die Antwort war länger, als aufgezeichnet wird: Ihr Ende fehlt hier, obwohl der Chat es hat.</translation>
    </message>
    <message>
        <source>No event came back.</source>
        <translation>Kein Ereignis kam zurück.</translation>
    </message>
    <message>
        <source>Events · {0}</source>
        <translation>Ereignisse · {0}</translation>
    </message>
    <message>
        <source>The events add up to no message.</source>
        <translation>Die Ereignisse ergeben keine Nachricht.</translation>
    </message>
    <message>
        <source>Copy body</source>
        <translation>Inhalt kopieren</translation>
    </message>
    <message>
        <source>Copy the response body</source>
        <translation>Den Inhalt der Antwort kopieren</translation>
    </message>
    <message>
        <source>Copy headers</source>
        <translation>Header kopieren</translation>
    </message>
    <message>
        <source>Copy the response headers</source>
        <translation>Die Header der Antwort kopieren</translation>
    </message>
</context>
<context>
    <name>ResultField</name>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Result, too long to be edited here</source>
        <translation>Ergebnis, zu lang zum Bearbeiten</translation>
    </message>
    <message>
        <source>This result is too long to be edited here ({0}).</source>
        <translation>Dieses Ergebnis ist zu lang, um es hier zu bearbeiten ({0}).</translation>
    </message>
    <message>
        <source>The model receives {0}.</source>
        <translation>Das Modell erhält {0}.</translation>
    </message>
    <message>
        <source>As the model received it</source>
        <translation>Wie das Modell es erhielt</translation>
    </message>
    <message>
        <source>Only the beginning</source>
        <translation>Nur der Anfang</translation>
    </message>
    <message>
        <source>Write a new one</source>
        <translation>Ein neues schreiben</translation>
    </message>
    <message>
        <source>From a file…</source>
        <translation>Aus einer Datei…</translation>
    </message>
    <message>
        <source>Take the result from a file</source>
        <translation>Ergebnis aus einer Datei nehmen</translation>
    </message>
    <message>
        <source>Not read: {0}</source>
        <translation>Nicht gelesen: {0}</translation>
    </message>
</context>
<context>
    <name>ResultPart</name>
    <message>
        <source>Find in the result</source>
        <translation>Im Ergebnis suchen</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>From outside: {0}. The model is told that it is no instruction.</source>
        <translation>Von außen: {0}. Das Modell erfährt, dass es keine Anweisung ist.</translation>
    </message>
    <message>
        <source>Result, replaced by you</source>
        <translation>Ergebnis, von Hand ersetzt</translation>
    </message>
    <message>
        <source>The result is empty</source>
        <translation>Das Ergebnis ist leer</translation>
    </message>
    <message>
        <source>Error, as the model received it</source>
        <translation>Fehler, wie ihn das Modell bekam</translation>
    </message>
    <message>
        <source>Result, shortened for the model from {0}</source>
        <translation>Ergebnis, für das Modell gekürzt von {0}</translation>
    </message>
    <message>
        <source>As text</source>
        <translation>Als Text</translation>
    </message>
    <message>
        <source>As a tree</source>
        <translation>Als Baum</translation>
    </message>
    <message>
        <source>As a table</source>
        <translation>Als Tabelle</translation>
    </message>
    <message>
        <source>As a page</source>
        <translation>Als Seite</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>{0} weitere</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Show where this stands</source>
        <translation>Zeigen, wo das steht</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Large table</source>
        <translation>Große Tabelle</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Save as…</source>
        <translation>Speichern unter…</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Save the result as</source>
        <translation>Das Ergebnis speichern unter</translation>
    </message>
</context>
<context>
    <name>ResultTable</name>
    <message>
        <source>Result as a table</source>
        <translation>Ergebnis als Tabelle</translation>
    </message>
</context>
<context>
    <name>RoundsList</name>
    <message>
        <source>Rounds and calls of this turn</source>
        <translation>Runden und Aufrufe dieser Antwort</translation>
    </message>
</context>
<context>
    <name>RoundsView</name>
    <message>
        <source>Show less time, larger</source>
        <translation>Weniger Zeit zeigen, größer</translation>
    </message>
    <message>
        <source>Show more time, smaller</source>
        <translation>Mehr Zeit zeigen, kleiner</translation>
    </message>
    <message>
        <source>Whole turn</source>
        <translation>Ganze Antwort</translation>
    </message>
    <message>
        <source>Show the whole turn</source>
        <translation>Die ganze Antwort zeigen</translation>
    </message>
    <message>
        <source>This turn: {0}</source>
        <translation>Diese Antwort: {0}</translation>
    </message>
    <message>
        <source>This chat: {0}</source>
        <translation>Dieser Chat: {0}</translation>
    </message>
    <message>
        <source>Go to the card</source>
        <translation>Zur Karte gehen</translation>
    </message>
    <message>
        <source>Show its request</source>
        <translation>Ihre Anfrage anzeigen</translation>
    </message>
    <message>
        <source>Ask again from round {0}…</source>
        <translation>Ab Runde {0} erneut fragen…</translation>
    </message>
</context>
<context>
    <name>RunAgain</name>
    <message>
        <source>(no name)</source>
        <translation>(ohne Namen)</translation>
    </message>
    <message>
        <source>Run {0} again</source>
        <translation>{0} erneut ausführen</translation>
    </message>
    <message>
        <source>The answer goes on from there, beside the one there is, which stays. A call with side effects asks again before it runs.</source>
        <translation>Die Antwort geht von dort aus weiter, neben der vorhandenen, die bleibt. Ein Aufruf mit Nebenwirkungen fragt erneut, bevor er läuft.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>The arguments</source>
        <translation>Die Argumente</translation>
    </message>
    <message>
        <source>This tool is not there any more, so it cannot run.</source>
        <translation>Dieses Werkzeug ist nicht mehr da und kann nicht laufen.</translation>
    </message>
    <message>
        <source>The model&apos;s own arguments are no JSON object:</source>
        <translation>Die Argumente des Modells sind kein JSON-Objekt:</translation>
    </message>
    <message>
        <source>What the model wrote</source>
        <translation>Was das Modell schrieb</translation>
    </message>
</context>
<context>
    <name>RunningPart</name>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>It is stopped in {0}, unless it shows progress.</source>
        <translation>In {0} wird er angehalten, wenn kein Fortschritt kommt.</translation>
    </message>
    <message>
        <source>Keep waiting</source>
        <translation>Weiter warten</translation>
    </message>
    <message>
        <source>The call is given as much time again</source>
        <translation>Der Aufruf bekommt noch einmal so viel Zeit</translation>
    </message>
</context>
<context>
    <name>SchemaForm</name>
    <message>
        <source>The arguments as JSON</source>
        <translation>Die Argumente als JSON</translation>
    </message>
    <message>
        <source>Form</source>
        <translation>Formular</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>This must be an object: { … }.</source>
        <translation>Das muss ein Objekt sein: { … }.</translation>
    </message>
    <message>
        <source>The form has no fields for such values.</source>
        <translation>Das Formular hat keine Felder für solche Werte.</translation>
    </message>
    <message>
        <source>The schema names no arguments.</source>
        <translation>Das Schema nennt keine Argumente.</translation>
    </message>
    <message>
        <source>Without a field, see JSON: {0}</source>
        <translation>Ohne Feld, siehe JSON: {0}</translation>
    </message>
    <message>
        <source>This is no whole number.</source>
        <translation>Das ist keine ganze Zahl.</translation>
    </message>
    <message>
        <source>This is no number, such as 2.5.</source>
        <translation>Das ist keine Zahl wie 2.5.</translation>
    </message>
    <message>
        <source>Not set</source>
        <translation>Nicht gesetzt</translation>
    </message>
    <message>
        <source>Nothing (null)</source>
        <translation>Nichts (null)</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Add an entry</source>
        <translation>Einen Eintrag hinzufügen</translation>
    </message>
    <message>
        <source>Add an entry to {0}</source>
        <translation>Einen Eintrag zu {0} hinzufügen</translation>
    </message>
    <message>
        <source>{0}, entry {1}</source>
        <translation>{0}, Eintrag {1}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove entry {0} of {1}</source>
        <translation>Eintrag {0} von {1} entfernen</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>This is nested too deeply, or a number is too long.</source>
        <translation>Das ist zu tief verschachtelt, oder eine Zahl ist zu lang.</translation>
    </message>
    <message>
        <source>a value is missing</source>
        <translation>ein Wert fehlt</translation>
    </message>
    <message>
        <source>a name in double quotes is missing</source>
        <translation>ein Name in doppelten Anführungszeichen fehlt</translation>
    </message>
    <message>
        <source>a colon is missing</source>
        <translation>ein Doppelpunkt fehlt</translation>
    </message>
    <message>
        <source>a comma or the end is missing</source>
        <translation>ein Komma oder das Ende fehlt</translation>
    </message>
    <message>
        <source>the text that begins here has no end</source>
        <translation>der Text, der hier beginnt, hat kein Ende</translation>
    </message>
    <message>
        <source>something stands after the end</source>
        <translation>nach dem Ende steht noch etwas</translation>
    </message>
    <message>
        <source>a line break or another control sign stands in a text</source>
        <translation>in einem Text steht ein Zeilenumbruch oder ein anderes Steuerzeichen</translation>
    </message>
    <message>
        <source>this is no JSON</source>
        <translation>das ist kein JSON</translation>
    </message>
    <message>
        <source>Line {0}, column {1}: {2}.</source>
        <translation>Zeile {0}, Spalte {1}: {2}.</translation>
    </message>
    <message>
        <source>whole number</source>
        <translation>ganze Zahl</translation>
    </message>
    <message>
        <source>number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>list</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>any of these</source>
        <translation>beliebig viele davon</translation>
    </message>
    <message>
        <source>required</source>
        <translation>erforderlich</translation>
    </message>
    <message>
        <source>At least {0} characters.</source>
        <translation>Mindestens {0} Zeichen.</translation>
    </message>
    <message>
        <source>At most {0} characters.</source>
        <translation>Höchstens {0} Zeichen.</translation>
    </message>
    <message>
        <source>Such as {0}.</source>
        <translation>Etwa {0}.</translation>
    </message>
    <message>
        <source>At least {0}.</source>
        <translation>Mindestens {0}.</translation>
    </message>
    <message>
        <source>At most {0}.</source>
        <translation>Höchstens {0}.</translation>
    </message>
    <message>
        <source>More than {0}.</source>
        <translation>Mehr als {0}.</translation>
    </message>
    <message>
        <source>Less than {0}.</source>
        <translation>Weniger als {0}.</translation>
    </message>
    <message>
        <source>This is required.</source>
        <translation>Das ist erforderlich.</translation>
    </message>
    <message>
        <source>At least {0} entries.</source>
        <translation>Mindestens {0} Einträge.</translation>
    </message>
    <message>
        <source>At most {0} entries.</source>
        <translation>Höchstens {0} Einträge.</translation>
    </message>
    <message>
        <source>{0} to {1}</source>
        <translation>{0} bis {1}</translation>
    </message>
    <message>
        <source>at least {0}</source>
        <translation>mindestens {0}</translation>
    </message>
    <message>
        <source>at most {0}</source>
        <translation>höchstens {0}</translation>
    </message>
</context>
<context>
    <name>Search</name>
    <message>
        <source>You</source>
        <translation>Ich</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Denken</translation>
    </message>
    <message>
        <source>Tool call</source>
        <translation>Werkzeugaufruf</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelle</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Search chats</source>
        <translation>Chats durchsuchen</translation>
    </message>
</context>
<context>
    <name>SearchPanel</name>
    <message>
        <source>1 chat</source>
        <translation>1 Chat</translation>
    </message>
    <message>
        <source>{0} chats</source>
        <translation>{0} Chats</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Wird gesucht…</translation>
    </message>
</context>
<context>
    <name>SendStrip</name>
    <message>
        <source>Not sent yet</source>
        <translation>Noch nicht gesendet</translation>
    </message>
    <message>
        <source>Everything in this chat would go there. Another provider can be chosen below.</source>
        <translation>Alles in diesem Chat würde dorthin gehen. Unten kann ein anderer Anbieter gewählt werden.</translation>
    </message>
    <message>
        <source>Send this once</source>
        <translation>Dieses eine Mal senden</translation>
    </message>
    <message>
        <source>Send in this chat</source>
        <translation>In diesem Chat senden</translation>
    </message>
    <message>
        <source>Send this once all the same</source>
        <translation>Dieses eine Mal trotzdem senden</translation>
    </message>
    <message>
        <source>Send in this chat all the same</source>
        <translation>In diesem Chat trotzdem senden</translation>
    </message>
    <message>
        <source>Do not send</source>
        <translation>Nicht senden</translation>
    </message>
</context>
<context>
    <name>ServerAdd</name>
    <message>
        <source>Add a server</source>
        <translation>Einen Server hinzufügen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Add nothing</source>
        <translation>Nichts hinzufügen</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Hinzufügen</translation>
    </message>
    <message>
        <source>Add what is ticked</source>
        <translation>Angekreuztes hinzufügen</translation>
    </message>
    <message>
        <source>Look in other programs</source>
        <translation>In anderen Programmen nachsehen</translation>
    </message>
    <message>
        <source>Values that look secret go to the keyring, not to a file.</source>
        <translation>Werte, die geheim aussehen, kommen in den Schlüsselbund und in keine Datei.</translation>
    </message>
    <message>
        <source>Add MCP servers</source>
        <translation>MCP-Server hinzufügen</translation>
    </message>
    <message>
        <source>A server gives tools, files and prompts to your chats. It is a program on this computer, or an address.</source>
        <translation>Ein Server gibt Chats Werkzeuge, Dateien und Vorlagen. Er ist ein Programm auf diesem Computer oder eine Adresse.</translation>
    </message>
    <message>
        <source>Paste mcpServers JSON, a command, or an address</source>
        <translation>mcpServers-JSON, einen Befehl oder eine Adresse einfügen</translation>
    </message>
    <message>
        <source>From other programs</source>
        <translation>Aus anderen Programmen</translation>
    </message>
    <message>
        <source>Looks for the files in which other programs keep their servers. What you tick is copied, secrets into the system keyring. Nothing there is changed.</source>
        <translation>Sucht die Dateien, in denen andere Programme ihre Server aufbewahren. Was angekreuzt wird, wird kopiert, Geheimes in den Schlüsselbund des Systems. Dort wird nichts geändert.</translation>
    </message>
    <message>
        <source>By hand</source>
        <translation>Von Hand</translation>
    </message>
    <message>
        <source>For example:</source>
        <translation>Zum Beispiel:</translation>
    </message>
    <message>
        <source>Fill in: {0}</source>
        <translation>Ausfüllen: {0}</translation>
    </message>
    <message>
        <source>Looking in other programs&apos; files…</source>
        <translation>Dateien anderer Programme werden gesucht…</translation>
    </message>
    <message>
        <source>No other program&apos;s servers were found on this computer.</source>
        <translation>Auf diesem Computer wurden keine Server anderer Programme gefunden.</translation>
    </message>
    <message>
        <source>{0} found</source>
        <translation>{0} gefunden</translation>
    </message>
    <message>
        <source>The keyring did not take the secrets of {0}: not added.</source>
        <translation>Der Schlüsselbund nahm die Geheimnisse von {0} nicht an: nicht hinzugefügt.</translation>
    </message>
    <message>
        <source>Add {0}</source>
        <translation>{0} hinzufügen</translation>
    </message>
</context>
<context>
    <name>ServerByHand</name>
    <message>
        <source>Add this server</source>
        <translation>Diesen Server hinzufügen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Reached by</source>
        <translation>Erreicht über</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>One a line.</source>
        <translation>Eines je Zeile.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>It needs a name.</source>
        <translation>Es fehlt ein Name.</translation>
    </message>
    <message>
        <source>Write the program to start.</source>
        <translation>Das Programm angeben, das starten soll.</translation>
    </message>
    <message>
        <source>The address must begin with http:// or https://.</source>
        <translation>Die Adresse muss mit http:// oder https:// beginnen.</translation>
    </message>
</context>
<context>
    <name>ServerChoice</name>
    <message>
        <source>It could not be read: {0}</source>
        <translation>Es konnte nicht gelesen werden: {0}</translation>
    </message>
    <message>
        <source>is here already</source>
        <translation>ist schon da</translation>
    </message>
    <message>
        <source>secrets that go to the keyring: {0}</source>
        <translation>Geheimnisse, die in den Schlüsselbund kommen: {0}</translation>
    </message>
    <message>
        <source>you are asked for {0}</source>
        <translation>gefragt wird nach {0}</translation>
    </message>
</context>
<context>
    <name>ServerHead</name>
    <message>
        <source>Switched on</source>
        <translation>Eingeschaltet</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop the server</source>
        <translation>Den Server anhalten</translation>
    </message>
    <message>
        <source>Restart</source>
        <translation>Neu starten</translation>
    </message>
    <message>
        <source>Log in</source>
        <translation>Anmelden</translation>
    </message>
    <message>
        <source>Log out</source>
        <translation>Abmelden</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen…</translation>
    </message>
    <message>
        <source>Remove this server</source>
        <translation>Diesen Server entfernen</translation>
    </message>
    <message>
        <source>{0} is switched on</source>
        <translation>{0} ist eingeschaltet</translation>
    </message>
</context>
<context>
    <name>ServerList</name>
    <message>
        <source>Filter servers</source>
        <translation>Server filtern</translation>
    </message>
    <message>
        <source>Add a server</source>
        <translation>Einen Server hinzufügen</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Export all servers as JSON</source>
        <translation>Alle Server als JSON exportieren</translation>
    </message>
    <message>
        <source>All of them as mcpServers JSON, without secrets</source>
        <translation>Alle als mcpServers-JSON, ohne Geheimnisse</translation>
    </message>
    <message>
        <source>Servers</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Alt with an arrow key moves a server. The space bar switches it on or off.</source>
        <translation>Alt mit einer Pfeiltaste verschiebt einen Server. Die Leertaste schaltet ihn ein oder aus.</translation>
    </message>
</context>
<context>
    <name>ServerLog</name>
    <message>
        <source>Filter</source>
        <translation>Filtern</translation>
    </message>
    <message>
        <source>Filter the log</source>
        <translation>Das Protokoll filtern</translation>
    </message>
    <message>
        <source>Where lines come from</source>
        <translation>Woher die Zeilen kommen</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Folgen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the log as shown</source>
        <translation>Das Protokoll kopieren, wie es zu sehen ist</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
    <message>
        <source>Save the log as shown</source>
        <translation>Das Protokoll speichern, wie es zu sehen ist</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Nothing was written yet.</source>
        <translation>Noch wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>Save the log</source>
        <translation>Das Protokoll speichern</translation>
    </message>
</context>
<context>
    <name>ServerMessages</name>
    <message>
        <source>Nothing was sent or received yet.</source>
        <translation>Noch wurde nichts gesendet oder empfangen.</translation>
    </message>
    <message>
        <source>Messages, oldest first</source>
        <translation>Nachrichten, älteste zuerst</translation>
    </message>
    <message>
        <source>The chosen message</source>
        <translation>Die gewählte Nachricht</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the chosen message</source>
        <translation>Die gewählte Nachricht kopieren</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>gesendet</translation>
    </message>
    <message>
        <source>received</source>
        <translation>empfangen</translation>
    </message>
</context>
<context>
    <name>ServerOffers</name>
    <message>
        <source>Resources and prompts</source>
        <translation>Ressourcen und Vorlagen</translation>
    </message>
    <message>
        <source>Files and data that it offers. In a chat, Attach, From a server puts one beside your message.</source>
        <translation>Dateien und Daten, die er anbietet. Im Chat legt Anhängen, Von einem Server eine davon neben die Nachricht.</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>Ressourcen</translation>
    </message>
    <message>
        <source>Ready-made prompts. In a chat, type / to use one.</source>
        <translation>Fertige Vorlagen. Im Chat ruft / eine auf.</translation>
    </message>
    <message>
        <source>Prompts</source>
        <translation>Vorlagen</translation>
    </message>
    <message>
        <source>It offers none.</source>
        <translation>Er bietet keine an.</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>{0} weitere</translation>
    </message>
    <message>
        <source>template</source>
        <translation>Schablone</translation>
    </message>
    <message>
        <source>{0} (may be empty)</source>
        <translation>{0} (darf leer sein)</translation>
    </message>
</context>
<context>
    <name>ServerOverview</name>
    <message>
        <source>State of the server</source>
        <translation>Zustand des Servers</translation>
    </message>
    <message>
        <source>Offers</source>
        <translation>Bietet an</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Capabilities</source>
        <translation>Fähigkeiten</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>What it tells the model</source>
        <translation>Was er dem Modell sagt</translation>
    </message>
    <message>
        <source>It is switched off: no chat can use it.</source>
        <translation>Er ist ausgeschaltet: Kein Chat kann ihn benutzen.</translation>
    </message>
    <message>
        <source>It starts by itself, in the background, when a chat needs it. What is shown is from the last time.</source>
        <translation>Er startet von selbst im Hintergrund, wenn ein Chat ihn braucht. Zu sehen ist der Stand vom letzten Mal.</translation>
    </message>
    <message>
        <source>A first start may fetch packages and take a while.</source>
        <translation>Ein erster Start lädt vielleicht Pakete und dauert eine Weile.</translation>
    </message>
    <message>
        <source>It wants to know who you are. Log in opens your browser; what it gives is kept in the keyring.</source>
        <translation>Er will wissen, wer fragt. Anmelden öffnet den Browser; was er gibt, kommt in den Schlüsselbund.</translation>
    </message>
    <message>
        <source>Finish in the browser, then come back.</source>
        <translation>Im Browser abschließen, dann zurückkommen.</translation>
    </message>
</context>
<context>
    <name>ServerPage</name>
    <message>
        <source>Tools ({0})</source>
        <translation>Werkzeuge ({0})</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Parts of the server&apos;s page</source>
        <translation>Teile der Seite des Servers</translation>
    </message>
    <message>
        <source>Overview</source>
        <translation>Überblick</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Resources</source>
        <translation>Ressourcen</translation>
    </message>
</context>
<context>
    <name>ServerRules</name>
    <message>
        <source>Choose the file to watch</source>
        <translation>Die zu beobachtende Datei wählen</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Starts</source>
        <translation>Startet</translation>
    </message>
    <message>
        <source>For a server that you are writing: it is restarted when this file or folder changes.</source>
        <translation>Für einen Server, der gerade geschrieben wird: Er startet neu, wenn sich diese Datei oder dieser Ordner ändert.</translation>
    </message>
    <message>
        <source>Restart with</source>
        <translation>Neu starten mit</translation>
    </message>
    <message>
        <source>Folders that it is told of. This keeps it out of nothing: a program has your rights.</source>
        <translation>Ordner, von denen er erfährt. Das hält ihn von nichts fern: Ein Programm hat alle Rechte des Benutzers.</translation>
    </message>
    <message>
        <source>Roots</source>
        <translation>Wurzeln</translation>
    </message>
    <message>
        <source>Trust</source>
        <translation>Vertrauen</translation>
    </message>
    <message>
        <source>Results demand</source>
        <translation>Ergebnisse verlangen</translation>
    </message>
    <message>
        <source>Arguments go</source>
        <translation>Argumente gehen</translation>
    </message>
    <message>
        <source>I trust what this server says about its tools</source>
        <translation>Ich vertraue dem, was dieser Server über seine Werkzeuge sagt</translation>
    </message>
    <message>
        <source>Then a tool that it calls read-only may run beside others and need not ask first. Else its claims are shown, and not believed.</source>
        <translation>Dann darf ein Werkzeug, das er nur lesend nennt, neben anderen laufen und muss nicht vorher fragen. Sonst werden seine Angaben gezeigt und nicht geglaubt.</translation>
    </message>
</context>
<context>
    <name>ServerSettings</name>
    <message>
        <source>Settings of the server</source>
        <translation>Einstellungen des Servers</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Einen Ordner wählen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Reached by</source>
        <translation>Erreicht über</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programm</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>One a line.</source>
        <translation>Eines je Zeile.</translation>
    </message>
    <message>
        <source>Starts in folder</source>
        <translation>Startet im Ordner</translation>
    </message>
    <message>
        <source>Empty: your home folder.</source>
        <translation>Leer: der persönliche Ordner.</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Only for servers that ask for one at their login.</source>
        <translation>Nur für Server, die bei der Anmeldung eine verlangen.</translation>
    </message>
    <message>
        <source>The one to register there, for a client ID of your own.</source>
        <translation>Die Adresse, die dort für eine eigene Client-ID anzugeben ist.</translation>
    </message>
    <message>
        <source>Headers</source>
        <translation>Kopfzeilen</translation>
    </message>
    <message>
        <source>Client ID</source>
        <translation>Client-ID</translation>
    </message>
    <message>
        <source>Redirect address</source>
        <translation>Adresse zum Zurückleiten</translation>
    </message>
    <message>
        <source>Scopes</source>
        <translation>Bereiche</translation>
    </message>
    <message>
        <source>Separated by spaces.</source>
        <translation>Durch Leerzeichen getrennt.</translation>
    </message>
    <message>
        <source>Time limits</source>
        <translation>Zeitgrenzen</translation>
    </message>
    <message>
        <source>Of one call without a sign of life. Progress begins it anew.</source>
        <translation>Eines Aufrufs ohne Lebenszeichen. Fortschritt beginnt sie neu.</translation>
    </message>
    <message>
        <source>Time limit</source>
        <translation>Zeitgrenze</translation>
    </message>
    <message>
        <source>Longest</source>
        <translation>Längstens</translation>
    </message>
    <message>
        <source>Of one call altogether.</source>
        <translation>Eines Aufrufs insgesamt.</translation>
    </message>
    <message>
        <source>{0} was removed.</source>
        <translation>{0} wurde entfernt.</translation>
    </message>
    <message>
        <source>It needs a name.</source>
        <translation>Es fehlt ein Name.</translation>
    </message>
    <message>
        <source>The address must begin with http:// or https://.</source>
        <translation>Die Adresse muss mit http:// oder https:// beginnen.</translation>
    </message>
</context>
<context>
    <name>ServerToolCard</name>
    <message>
        <source>{0}, run by the provider</source>
        <translation>{0}, vom Anbieter ausgeführt</translation>
    </message>
    <message>
        <source>run by the provider</source>
        <translation>vom Anbieter ausgeführt</translation>
    </message>
    <message>
        <source>What it was asked</source>
        <translation>Was gefragt war</translation>
    </message>
    <message>
        <source>What came back</source>
        <translation>Was zurückkam</translation>
    </message>
    <message>
        <source>Error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>The provider keeps the result to itself</source>
        <translation>Der Anbieter behält das Ergebnis für sich</translation>
    </message>
</context>
<context>
    <name>ServerTools</name>
    <message>
        <source>Tools of the server</source>
        <translation>Werkzeuge des Servers</translation>
    </message>
    <message>
        <source>Search tools</source>
        <translation>Werkzeuge suchen</translation>
    </message>
    <message>
        <source>All on</source>
        <translation>Alle ein</translation>
    </message>
    <message>
        <source>Offer all tools to models</source>
        <translation>Modellen alle Werkzeuge anbieten</translation>
    </message>
    <message>
        <source>All off</source>
        <translation>Alle aus</translation>
    </message>
    <message>
        <source>Offer none of the tools</source>
        <translation>Keines der Werkzeuge anbieten</translation>
    </message>
    <message>
        <source>{0} of {1} offered to models · {2}</source>
        <translation>{0} von {1} Modellen angeboten · {2}</translation>
    </message>
    <message>
        <source>No tools are known yet. They are listed when the server has started.</source>
        <translation>Noch sind keine Werkzeuge bekannt. Sie werden aufgezählt, wenn der Server gestartet ist.</translation>
    </message>
    <message>
        <source>No tool is named or described so.</source>
        <translation>Kein Werkzeug heißt so oder wird so beschrieben.</translation>
    </message>
</context>
<context>
    <name>ServerValues</name>
    <message>
        <source>+ Add header</source>
        <translation>+ Kopfzeile hinzufügen</translation>
    </message>
    <message>
        <source>+ Add variable</source>
        <translation>+ Variable hinzufügen</translation>
    </message>
    <message>
        <source>Secret values are kept in the system keyring and never shown again.</source>
        <translation>Geheime Werte liegen im Schlüsselbund des Systems und werden nie wieder gezeigt.</translation>
    </message>
    <message>
        <source>There is one of this name already.</source>
        <translation>Eine dieses Namens gibt es schon.</translation>
    </message>
    <message>
        <source>The name of a variable has no spaces and no “=”.</source>
        <translation>Der Name einer Variable hat keine Leerzeichen und kein „=“.</translation>
    </message>
</context>
<context>
    <name>ServersPage</name>
    <message>
        <source>{0} and its secrets were removed.</source>
        <translation>{0} und seine Geheimnisse wurden entfernt.</translation>
    </message>
    <message>
        <source>Export servers</source>
        <translation>Server exportieren</translation>
    </message>
    <message>
        <source>Exported to {0}, without secrets.</source>
        <translation>Nach {0} exportiert, ohne Geheimnisse.</translation>
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
        <source>Appearance</source>
        <translation>Darstellung</translation>
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
        <source>MCP servers</source>
        <translation>MCP-Server</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>Berechtigungen</translation>
    </message>
    <message>
        <source>Local models</source>
        <translation>Lokale Modelle</translation>
    </message>
    <message>
        <source>Usage</source>
        <translation>Verbrauch</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Datenschutz</translation>
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
    <name>SlashPrompts</name>
    <message>
        <source>Prompts of servers</source>
        <translation>Vorlagen von Servern</translation>
    </message>
    <message>
        <source>Insert</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Asking {0}…</source>
        <translation>{0} wird gefragt…</translation>
    </message>
</context>
<context>
    <name>StopBody</name>
    <message>
        <source>Reset</source>
        <translation>Zurücksetzen</translation>
    </message>
    <message>
        <source>Back to what it was</source>
        <translation>Zurück zu dem, was dort stand</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>A number in it, or half a letter, cannot be sent.</source>
        <translation>Eine Zahl darin oder ein halber Buchstabe lässt sich nicht senden.</translation>
    </message>
    <message>
        <source>It must be an object: names and values in braces.</source>
        <translation>Es muss ein Objekt sein: Namen und Werte in geschweiften Klammern.</translation>
    </message>
    <message>
        <source>{0}: too long to be edited here. It goes out as it is.</source>
        <translation>{0}: zu lang, um hier bearbeitet zu werden. Es geht hinaus, wie es ist.</translation>
    </message>
    <message>
        <source>There are characters in it that cannot be seen.</source>
        <translation>Darin stehen Zeichen, die nicht zu sehen sind.</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
</context>
<context>
    <name>StopStrip</name>
    <message>
        <source>Previous stop</source>
        <translation>Voriger Halt</translation>
    </message>
    <message>
        <source>Next stop</source>
        <translation>Nächster Halt</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Schritt</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Erneut fragen</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>Ends the answer here.</source>
        <translation>Beendet die Antwort hier.</translation>
    </message>
    <message>
        <source>Goes on to the next place where it can be stopped.</source>
        <translation>Fährt bis zur nächsten Stelle fort, an der angehalten werden kann.</translation>
    </message>
    <message>
        <source>Lets the answer fail.</source>
        <translation>Lässt die Antwort scheitern.</translation>
    </message>
    <message>
        <source>Goes on.</source>
        <translation>Fährt fort.</translation>
    </message>
    <message>
        <source>Sends the request once more.</source>
        <translation>Sendet die Anfrage noch einmal.</translation>
    </message>
    <message>
        <source>Stopped before request {0}</source>
        <translation>Angehalten vor Anfrage {0}</translation>
    </message>
    <message>
        <source>Stopped before {0} runs</source>
        <translation>Angehalten, bevor {0} läuft</translation>
    </message>
    <message>
        <source>Stopped before the result of {0} goes back</source>
        <translation>Angehalten, bevor das Ergebnis von {0} zurückgeht</translation>
    </message>
    <message>
        <source>Round {0} failed</source>
        <translation>Runde {0} ist gescheitert</translation>
    </message>
    <message>
        <source>The call ended: {0}.</source>
        <translation>Der Aufruf endete: {0}.</translation>
    </message>
    <message>
        <source>A step led here.</source>
        <translation>Ein Schritt führte hierher.</translation>
    </message>
    <message>
        <source>Body of the request</source>
        <translation>Inhalt der Anfrage</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Edited: this request goes out as it stands here.</source>
        <translation>Bearbeitet: Diese Anfrage geht hinaus, wie sie hier steht.</translation>
    </message>
    <message>
        <source>Edited: the model will be told what you changed.</source>
        <translation>Bearbeitet: Das Modell erfährt, was geändert wurde.</translation>
    </message>
    <message>
        <source>Edited: the model reads what stands here.</source>
        <translation>Bearbeitet: Das Modell liest, was hier steht.</translation>
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
        <source> days</source>
        <translation> Tage</translation>
    </message>
    <message>
        <source>Keep none</source>
        <translation>Keine behalten</translation>
    </message>
    <message>
        <source>What went over the wire is kept beside each answer, with keys masked, for the inspector. The oldest goes first.</source>
        <translation>Was übertragen wurde, bleibt für den Inspektor bei jeder Antwort, Schlüssel unkenntlich gemacht. Das Älteste geht zuerst.</translation>
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
        <source>Nothing that goes over the wire is recorded.</source>
        <translation>Nichts Übertragenes wird aufgezeichnet.</translation>
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
    <name>StreamList</name>
    <message>
        <source>Events of the stream, in the order they arrived</source>
        <translation>Ereignisse des Stroms, in der Reihenfolge ihrer Ankunft</translation>
    </message>
</context>
<context>
    <name>StreamModel</name>
    <message>
        <source>Arrived</source>
        <translation>Ankunft</translation>
    </message>
    <message>
        <source>After</source>
        <translation>Abstand</translation>
    </message>
    <message>
        <source>Event</source>
        <translation>Ereignis</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
</context>
<context>
    <name>TableWindow</name>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Find rows</source>
        <translation>Zeilen suchen</translation>
    </message>
    <message>
        <source>{0} rows</source>
        <translation>{0} Zeilen</translation>
    </message>
    <message>
        <source>{0} of {1} rows</source>
        <translation>{0} von {1} Zeilen</translation>
    </message>
</context>
<context>
    <name>Taking</name>
    <message>
        <source>Copy / Save</source>
        <translation>Kopieren / Speichern</translation>
    </message>
    <message>
        <source>Copy or save what went over the wire</source>
        <translation>Kopieren oder speichern, was übertragen wurde</translation>
    </message>
    <message>
        <source>It could not be taken along</source>
        <translation>Das ließ sich nicht mitnehmen</translation>
    </message>
    <message>
        <source>Save bug report</source>
        <translation>Fehlerbericht speichern</translation>
    </message>
    <message>
        <source>Save as HAR</source>
        <translation>Als HAR speichern</translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation>Als curl kopieren</translation>
    </message>
    <message>
        <source>Copy as Python (httpx)</source>
        <translation>Als Python (httpx) kopieren</translation>
    </message>
    <message>
        <source>Copy call as pytest</source>
        <translation>Aufruf als pytest kopieren</translation>
    </message>
    <message>
        <source>Copy bug report</source>
        <translation>Fehlerbericht kopieren</translation>
    </message>
    <message>
        <source>Save bug report…</source>
        <translation>Fehlerbericht speichern…</translation>
    </message>
    <message>
        <source>Save turn as HAR…</source>
        <translation>Antwort als HAR speichern…</translation>
    </message>
    <message>
        <source>Save chat as HAR…</source>
        <translation>Chat als HAR speichern…</translation>
    </message>
    <message>
        <source>Save turn as trace…</source>
        <translation>Antwort als Mitschnitt speichern…</translation>
    </message>
    <message>
        <source>Save chat as trace…</source>
        <translation>Chat als Mitschnitt speichern…</translation>
    </message>
    <message>
        <source>Looking for what was recorded…</source>
        <translation>Aufzeichnungen werden gesucht…</translation>
    </message>
    <message>
        <source>No answer is chosen.</source>
        <translation>Es ist keine Antwort gewählt.</translation>
    </message>
    <message>
        <source>Nothing is recorded of it yet, or it was deleted since.</source>
        <translation>Hiervon ist noch nichts aufgezeichnet, oder es wurde inzwischen gelöscht.</translation>
    </message>
    <message>
        <source>Callboard itself answered. There is no address to send this to.</source>
        <translation>Callboard selbst hat geantwortet. Es gibt keine Adresse, an die sich das senden ließe.</translation>
    </message>
    <message>
        <source>Choose a tool call first.</source>
        <translation>Zuerst einen Werkzeugaufruf wählen.</translation>
    </message>
    <message>
        <source>Nothing is recorded of this call, or it was deleted since.</source>
        <translation>Von diesem Aufruf ist nichts aufgezeichnet, oder es wurde inzwischen gelöscht.</translation>
    </message>
    <message>
        <source>A test can call Callboard&apos;s own tools, and servers that need no headers. This one it cannot reach.</source>
        <translation>Ein Test kann Callboards eigene Werkzeuge aufrufen und Server, die keine Header brauchen. Dieses Werkzeug erreicht er nicht.</translation>
    </message>
    <message>
        <source>What was recorded cannot be read.</source>
        <translation>Die Aufzeichnungen sind nicht lesbar.</translation>
    </message>
    <message>
        <source>Copied. No key belongs to it.</source>
        <translation>Kopiert. Es gehört kein Schlüssel dazu.</translation>
    </message>
    <message>
        <source>Copied. No key is in it: the variable {0} stands in its place.</source>
        <translation>Kopiert. Der Schlüssel ist nicht enthalten: An seiner Stelle steht die Variable {0}.</translation>
    </message>
    <message>
        <source>Copied. Its first lines say what it needs to run.</source>
        <translation>Kopiert. Die ersten Zeilen sagen, was zum Ausführen nötig ist.</translation>
    </message>
    <message>
        <source>Copied. Secrets of the server are read from variables of the same name.</source>
        <translation>Kopiert. Geheimnisse des Servers werden aus gleichnamigen Variablen gelesen.</translation>
    </message>
    <message>
        <source>Copied, without keys, folders of users, e-mail addresses and addresses of computers. Read it before you send it.</source>
        <translation>Kopiert, ohne Schlüssel, Ordner von Benutzern, E-Mail-Adressen und Adressen von Rechnern. Vor dem Versenden durchlesen.</translation>
    </message>
    <message>
        <source>Saved, without keys, folders of users, e-mail addresses and addresses of computers. Read it before you send it.</source>
        <translation>Gespeichert, ohne Schlüssel, Ordner von Benutzern, E-Mail-Adressen und Adressen von Rechnern. Vor dem Versenden durchlesen.</translation>
    </message>
    <message>
        <source>Saved, with keys masked. What was said is in it.</source>
        <translation>Gespeichert; Schlüssel sind unkenntlich gemacht. Was gesagt wurde, ist enthalten.</translation>
    </message>
    <message>
        <source>The disk is full. Free some space, or choose another.</source>
        <translation>Der Datenträger ist voll. Platz schaffen oder einen anderen wählen.</translation>
    </message>
    <message>
        <source>This place cannot be written to. Choose another folder, or another name.</source>
        <translation>Hierhin lässt sich nicht schreiben. Einen anderen Ordner oder einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>Another program holds this file. Close it there, or choose another name.</source>
        <translation>Ein anderes Programm hält diese Datei. Sie dort schließen oder einen anderen Namen wählen.</translation>
    </message>
    <message>
        <source>The file could not be written: {0}.</source>
        <translation>Die Datei ließ sich nicht schreiben: {0}.</translation>
    </message>
    <message>
        <source>Nothing was left behind.</source>
        <translation>Es ist nichts zurückgeblieben.</translation>
    </message>
</context>
<context>
    <name>TextPage</name>
    <message>
        <source>Dashed underline: only in the first. Plain underline: only in the second.</source>
        <translation>Gestrichelt: nur in der ersten. Unterstrichen: nur in der zweiten.</translation>
    </message>
    <message>
        <source>In the first</source>
        <translation>In der ersten</translation>
    </message>
    <message>
        <source>In the second</source>
        <translation>In der zweiten</translation>
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
    <message>
        <source>{0}, replaced by you</source>
        <translation>{0}, von Hand ersetzt</translation>
    </message>
    <message>
        <source>{0}, contains an instruction</source>
        <translation>{0}, enthält eine Anweisung</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>Blockiert</translation>
    </message>
    <message>
        <source>Asks you something</source>
        <translation>Fragt etwas</translation>
    </message>
    <message>
        <source>Replaced by you</source>
        <translation>Von Hand ersetzt</translation>
    </message>
</context>
<context>
    <name>ToolRow</name>
    <message>
        <source>Offer {0} to models</source>
        <translation>{0} Modellen anbieten</translation>
    </message>
    <message>
        <source>Call by hand…</source>
        <translation>Von Hand aufrufen…</translation>
    </message>
    <message>
        <source>Call {0} by hand</source>
        <translation>{0} von Hand aufrufen</translation>
    </message>
</context>
<context>
    <name>ToolRows</name>
    <message>
        <source>There are none.</source>
        <translation>Es gibt keine.</translation>
    </message>
    <message>
        <source>Built-in tools</source>
        <translation>Eingebaute Werkzeuge</translation>
    </message>
    <message>
        <source>All tools of {0}</source>
        <translation>Alle Werkzeuge von {0}</translation>
    </message>
    <message>
        <source>about {0} tokens</source>
        <translation>etwa {0} Token</translation>
    </message>
    <message>
        <source>Permission of {0}</source>
        <translation>Berechtigung von {0}</translation>
    </message>
    <message>
        <source>Default</source>
        <translation>Standard</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>Erlauben</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
</context>
<context>
    <name>ToolsChip</name>
    <message>
        <source>Tools the model may use</source>
        <translation>Werkzeuge, die das Modell nutzen darf</translation>
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
    <name>ToolsList</name>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
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
        <source>Folders granted to tools</source>
        <translation>Für Werkzeuge freigegebene Ordner</translation>
    </message>
    <message>
        <source>Tools that read or write files work inside these folders and nowhere else.</source>
        <translation>Werkzeuge, die Dateien lesen oder schreiben, arbeiten in diesen Ordnern und sonst nirgends.</translation>
    </message>
</context>
<context>
    <name>ToolsPanel</name>
    <message>
        <source>Tools of this chat</source>
        <translation>Werkzeuge dieses Chats</translation>
    </message>
    <message>
        <source>No tools match</source>
        <translation>Kein Werkzeug passt</translation>
    </message>
    <message>
        <source>Used for new chats</source>
        <translation>Gilt für neue Chats</translation>
    </message>
    <message>
        <source>Use for new chats</source>
        <translation>Für neue Chats verwenden</translation>
    </message>
    <message>
        <source>Search tools</source>
        <translation>Werkzeuge suchen</translation>
    </message>
    <message>
        <source>New chats begin with the tools that are on here</source>
        <translation>Neue Chats beginnen mit den Werkzeugen, die hier an sind</translation>
    </message>
    <message>
        <source>All that match</source>
        <translation>Alle, die passen</translation>
    </message>
    <message>
        <source>All tools</source>
        <translation>Alle Werkzeuge</translation>
    </message>
    <message>
        <source>about 1 token</source>
        <translation>etwa 1 Token</translation>
    </message>
    <message>
        <source>about {0} tokens</source>
        <translation>etwa {0} Token</translation>
    </message>
    <message>
        <source>None of {0} on</source>
        <translation>Keines von {0} an</translation>
    </message>
    <message>
        <source>{0} of {1} on · {2}</source>
        <translation>{0} von {1} an · {2}</translation>
    </message>
    <message>
        <source>Asks first</source>
        <translation>Fragt erst</translation>
    </message>
    <message>
        <source>It asks you before it runs.</source>
        <translation>Es fragt, bevor es läuft.</translation>
    </message>
    <message>
        <source>It takes {0} of each request, an estimate.</source>
        <translation>Es nimmt {0} jeder Anfrage ein, eine Schätzung.</translation>
    </message>
    <message>
        <source>on</source>
        <translation>an</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>{0} tools are on; above {1} most models choose worse. They take about {2} % of what {3} reads at once, in every request. Switch off what this chat does not need.</source>
        <translation>{0} Werkzeuge sind an; über {1} wählen die meisten Modelle schlechter. Sie nehmen etwa {2} % dessen ein, was {3} auf einmal liest, in jeder Anfrage. Am besten ausschalten, was dieser Chat nicht braucht.</translation>
    </message>
    <message>
        <source>{0} tools are on; above {1} most models choose worse. Switch off what this chat does not need.</source>
        <translation>{0} Werkzeuge sind an; über {1} wählen die meisten Modelle schlechter. Am besten ausschalten, was dieser Chat nicht braucht.</translation>
    </message>
    <message>
        <source>The tools take about {0} % of what {1} reads at once, in every request. Switch off what this chat does not need.</source>
        <translation>Die Werkzeuge nehmen etwa {0} % dessen ein, was {1} auf einmal liest, in jeder Anfrage. Am besten ausschalten, was dieser Chat nicht braucht.</translation>
    </message>
    <message>
        <source>The settings of this provider offer no tools. What is on counts with another one.</source>
        <translation>Die Einstellungen dieses Anbieters bieten keine Werkzeuge an. Was an ist, gilt bei einem anderen.</translation>
    </message>
    <message>
        <source>{0} takes no tools. What is on counts when another model answers.</source>
        <translation>{0} nimmt keine Werkzeuge. Was an ist, gilt, wenn ein anderes Modell antwortet.</translation>
    </message>
</context>
<context>
    <name>Trace</name>
    <message>
        <source>Looking through what was recorded…</source>
        <translation>Aufzeichnungen werden durchgesehen…</translation>
    </message>
    <message>
        <source>The trace was not written</source>
        <translation>Der Mitschnitt wurde nicht geschrieben</translation>
    </message>
    <message>
        <source>Export trace</source>
        <translation>Mitschnitt exportieren</translation>
    </message>
    <message>
        <source>The trace was not opened</source>
        <translation>Der Mitschnitt wurde nicht geöffnet</translation>
    </message>
    <message>
        <source>Open trace</source>
        <translation>Mitschnitt öffnen</translation>
    </message>
    <message>
        <source>{0} cannot be read. Is it still there, and may you read it?</source>
        <translation>{0} ist nicht lesbar. Ist die Datei noch da, und darf sie gelesen werden?</translation>
    </message>
    <message>
        <source>Keys, always</source>
        <translation>Schlüssel, immer</translation>
    </message>
    <message>
        <source>Home folders</source>
        <translation>Benutzerordner</translation>
    </message>
    <message>
        <source>All absolute paths</source>
        <translation>Alle absoluten Pfade</translation>
    </message>
    <message>
        <source>E-mail addresses</source>
        <translation>E-Mail-Adressen</translation>
    </message>
    <message>
        <source>IP addresses</source>
        <translation>IP-Adressen</translation>
    </message>
    <message>
        <source>Host names in URLs</source>
        <translation>Rechnernamen in URLs</translation>
    </message>
    <message>
        <source>These words:</source>
        <translation>Diese Wörter:</translation>
    </message>
    <message>
        <source>This file is no trace of Callboard.</source>
        <translation>Diese Datei ist kein Mitschnitt von Callboard.</translation>
    </message>
    <message>
        <source>A newer Callboard made this trace. Update Callboard to open it.</source>
        <translation>Ein neueres Callboard hat diesen Mitschnitt gemacht. Zum Öffnen Callboard aktualisieren.</translation>
    </message>
    <message>
        <source>This trace was cut off: its end is missing. Ask for the file again.</source>
        <translation>Dieser Mitschnitt ist abgeschnitten: Sein Ende fehlt. Die Datei noch einmal anfordern.</translation>
    </message>
    <message>
        <source>This trace is damaged and cannot be read.</source>
        <translation>Dieser Mitschnitt ist beschädigt und nicht lesbar.</translation>
    </message>
    <message>
        <source>This trace unpacks to more than can be read.</source>
        <translation>Dieser Mitschnitt ist entpackt größer, als sich lesen lässt.</translation>
    </message>
    <message>
        <source>Nothing of this was recorded, or its recordings are deleted, so there is nothing to write.</source>
        <translation>Hiervon wurde nichts aufgezeichnet, oder die Aufzeichnungen sind gelöscht; es gibt also nichts zu schreiben.</translation>
    </message>
</context>
<context>
    <name>TraceExportDialog</name>
    <message>
        <source>Export trace</source>
        <translation>Mitschnitt exportieren</translation>
    </message>
    <message>
        <source>Words to take out, with commas between</source>
        <translation>Zu entfernende Wörter, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Names, projects, with commas between</source>
        <translation>Namen, Projekte, durch Kommas getrennt</translation>
    </message>
    <message>
        <source>Take out</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>This turn with all that went over the wire, to be opened and played anywhere.</source>
        <translation>Diese Antwort mit allem, was über die Leitung ging, um sie überall zu öffnen und abzuspielen.</translation>
    </message>
    <message>
        <source>This chat with all that went over the wire, to be opened and played anywhere.</source>
        <translation>Dieser Chat mit allem, was über die Leitung ging, um ihn überall zu öffnen und abzuspielen.</translation>
    </message>
    <message>
        <source>Turns: {turns}. Requests: {requests}. Tool calls: {calls}. Size: {size}, before it is packed. Keys were masked when it was recorded.</source>
        <translation>Antworten: {turns}. Anfragen: {requests}. Werkzeugaufrufe: {calls}. Größe: {size}, bevor gepackt wird. Schlüssel wurden schon bei der Aufzeichnung unkenntlich gemacht.</translation>
    </message>
    <message>
        <source>Keep attachments, as they are: {count}, {size}</source>
        <translation>Anhänge behalten, wie sie sind: {count}, {size}</translation>
    </message>
    <message>
        <source>none found</source>
        <translation>nichts gefunden</translation>
    </message>
    <message>
        <source>{count} found: {samples}</source>
        <translation>{count} gefunden: {samples}</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Speichern…</translation>
    </message>
</context>
<context>
    <name>TraceOpenDialog</name>
    <message>
        <source>Open trace</source>
        <translation>Mitschnitt öffnen</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>As fast as it was</source>
        <translation>So schnell wie damals</translation>
    </message>
    <message>
        <source>4 times as fast</source>
        <translation>4-mal so schnell</translation>
    </message>
    <message>
        <source>20 times as fast</source>
        <translation>20-mal so schnell</translation>
    </message>
    <message>
        <source>At once</source>
        <translation>Sofort</translation>
    </message>
    <message>
        <source>A chat without a name</source>
        <translation>Ein Chat ohne Namen</translation>
    </message>
    <message>
        <source>Made by Callboard {version}, {time}.</source>
        <translation>Gemacht von Callboard {version}, {time}.</translation>
    </message>
    <message>
        <source>Turns: {turns}, recorded: {recorded}.</source>
        <translation>Antworten: {turns}, davon aufgezeichnet: {recorded}.</translation>
    </message>
    <message>
        <source>Taken out: {kinds}.</source>
        <translation>Entfernt: {kinds}.</translation>
    </message>
    <message>
        <source>It is not kept: it is gone when Callboard ends. Nothing is sent anywhere.</source>
        <translation>Er wird nicht behalten: Mit dem Ende von Callboard ist er weg. Es wird nichts gesendet.</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>Abspielen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Table, {0} columns, {1} rows</source>
        <translation>Tabelle, {0} Spalten, {1} Zeilen</translation>
    </message>
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
        <source>Copy as Markdown</source>
        <translation>Als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy as plain text</source>
        <translation>Als reinen Text kopieren</translation>
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
        <source>Select the whole chat</source>
        <translation>Ganzen Chat auswählen</translation>
    </message>
    <message>
        <source>Copy link address</source>
        <translation>Adresse des Links kopieren</translation>
    </message>
    <message>
        <source>Open link</source>
        <translation>Link öffnen</translation>
    </message>
    <message>
        <source>Copy formula {0}</source>
        <translation>Formel {0} kopieren</translation>
    </message>
    <message>
        <source>Wrap lines</source>
        <translation>Zeilen umbrechen</translation>
    </message>
    <message>
        <source>Save code as…</source>
        <translation>Code speichern unter…</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>More about this code</source>
        <translation>Mehr zu diesem Code</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>Show all {0} lines</source>
        <translation>Alle {0} Zeilen zeigen</translation>
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
        <source>Quote in reply</source>
        <translation>In Antwort zitieren</translation>
    </message>
    <message>
        <source>Read what the model wrote</source>
        <translation>Lesen, was das Modell schrieb</translation>
    </message>
    <message>
        <source>Edit prompt and send again</source>
        <translation>Nachricht bearbeiten und neu senden</translation>
    </message>
    <message>
        <source>Answer again</source>
        <translation>Neu antworten</translation>
    </message>
    <message>
        <source>Answer again with another model…</source>
        <translation>Mit anderem Modell neu antworten…</translation>
    </message>
    <message>
        <source>Ask again with other settings…</source>
        <translation>Mit anderen Einstellungen erneut fragen…</translation>
    </message>
    <message>
        <source>Compare with another version…</source>
        <translation>Mit einer anderen Version vergleichen…</translation>
    </message>
    <message>
        <source>Branch here</source>
        <translation>Hier verzweigen</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Delete prompt and answer</source>
        <translation>Nachricht und Antwort löschen</translation>
    </message>
    <message>
        <source>Copy prompt</source>
        <translation>Nachricht kopieren</translation>
    </message>
    <message>
        <source>Read as it was typed</source>
        <translation>Lesen wie eingegeben</translation>
    </message>
    <message>
        <source>Edit and send again</source>
        <translation>Bearbeiten und neu senden</translation>
    </message>
    <message>
        <source>More actions</source>
        <translation>Weitere Aktionen</translation>
    </message>
    <message>
        <source>Actions of your prompt</source>
        <translation>Aktionen der eigenen Nachricht</translation>
    </message>
    <message>
        <source>Actions of the answer</source>
        <translation>Aktionen der Antwort</translation>
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
    <message>
        <source>Attached file {0}</source>
        <translation>Angehängte Datei {0}</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>Websuche</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Webseite</translation>
    </message>
    <message>
        <source>File search</source>
        <translation>Dateisuche</translation>
    </message>
    <message>
        <source>Code execution</source>
        <translation>Codeausführung</translation>
    </message>
    <message>
        <source>Image generation</source>
        <translation>Bilderzeugung</translation>
    </message>
    <message>
        <source>Computer use</source>
        <translation>Computerbedienung</translation>
    </message>
    <message>
        <source>MCP call at the provider</source>
        <translation>MCP-Aufruf beim Anbieter</translation>
    </message>
    <message>
        <source>Search on X</source>
        <translation>Suche auf X</translation>
    </message>
    <message>
        <source>Shell at the provider</source>
        <translation>Shell beim Anbieter</translation>
    </message>
    <message>
        <source>Provider&apos;s tool</source>
        <translation>Werkzeug des Anbieters</translation>
    </message>
    <message>
        <source>… and {0} more</source>
        <translation>… und {0} weitere</translation>
    </message>
    <message>
        <source>Source: {0}</source>
        <translation>Quelle: {0}</translation>
    </message>
    <message>
        <source>1 source</source>
        <translation>1 Quelle</translation>
    </message>
    <message>
        <source>{0} sources</source>
        <translation>{0} Quellen</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>Save code as</source>
        <translation>Code speichern unter</translation>
    </message>
    <message>
        <source>Not saved</source>
        <translation>Nicht gespeichert</translation>
    </message>
    <message>
        <source>{0} could not be saved: {1}</source>
        <translation>{0} ließ sich nicht speichern: {1}</translation>
    </message>
    <message>
        <source>Load</source>
        <translation>Laden</translation>
    </message>
    <message>
        <source>Open in browser</source>
        <translation>Im Browser öffnen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Formula: {0}</source>
        <translation>Formel: {0}</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Ich</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Picture: {0}</source>
        <translation>Bild: {0}</translation>
    </message>
    <message>
        <source>Opens in a window, larger</source>
        <translation>Öffnet sich größer in einem Fenster</translation>
    </message>
    <message>
        <source>Copy table as Markdown</source>
        <translation>Tabelle als Markdown kopieren</translation>
    </message>
    <message>
        <source>Copy table as CSV</source>
        <translation>Tabelle als CSV kopieren</translation>
    </message>
    <message>
        <source>Copy table as pandas DataFrame</source>
        <translation>Tabelle als pandas-DataFrame kopieren</translation>
    </message>
    <message>
        <source>Copy table for a document or spreadsheet</source>
        <translation>Tabelle für Dokument oder Rechenblatt kopieren</translation>
    </message>
    <message>
        <source>Open table in a window</source>
        <translation>Tabelle in einem Fenster öffnen</translation>
    </message>
    <message>
        <source>Copy table as…</source>
        <translation>Tabelle kopieren als…</translation>
    </message>
    <message>
        <source>The answer was stopped.</source>
        <translation>Die Antwort wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Tool call {0} waits for your approval.</source>
        <translation>Werkzeugaufruf {0} wartet auf Freigabe.</translation>
    </message>
    <message>
        <source>Tool call {0} is blocked.</source>
        <translation>Der Werkzeugaufruf {0} ist blockiert.</translation>
    </message>
    <message>
        <source>The answer pauses.</source>
        <translation>Die Antwort pausiert.</translation>
    </message>
    <message>
        <source>Your message is not sent yet.</source>
        <translation>Die Nachricht ist noch nicht gesendet.</translation>
    </message>
    <message>
        <source>{0} asks you: {1}</source>
        <translation>{0} fragt: {1}</translation>
    </message>
    <message>
        <source>The time of tool call {0} is nearly up.</source>
        <translation>Die Zeit des Werkzeugaufrufs {0} ist fast um.</translation>
    </message>
    <message>
        <source>The model</source>
        <translation>Das Modell</translation>
    </message>
    <message>
        <source>{0} has finished.</source>
        <translation>{0} ist fertig.</translation>
    </message>
    <message>
        <source>{0} answered: {1}</source>
        <translation>{0} antwortete: {1}</translation>
    </message>
    <message>
        <source>Earlier version</source>
        <translation>Frühere Version</translation>
    </message>
    <message>
        <source>Later version</source>
        <translation>Spätere Version</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>Version {0} of {1}</source>
        <translation>Version {0} von {1}</translation>
    </message>
    <message>
        <source>Earlier version (Alt+Left)</source>
        <translation>Frühere Version (Alt+Links)</translation>
    </message>
    <message>
        <source>Later version (Alt+Right)</source>
        <translation>Spätere Version (Alt+Rechts)</translation>
    </message>
    <message>
        <source>Not sent</source>
        <translation>Wird nicht gesendet</translation>
    </message>
    <message>
        <source>Sent shortened</source>
        <translation>Wird gekürzt gesendet</translation>
    </message>
    <message>
        <source>Not sent in full</source>
        <translation>Wird nicht ganz gesendet</translation>
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
    <name>TroubleCard</name>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy the command</source>
        <translation>Den Befehl kopieren</translation>
    </message>
    <message>
        <source>Its last lines</source>
        <translation>Seine letzten Zeilen</translation>
    </message>
    <message>
        <source>Last lines of stderr</source>
        <translation>Letzte Zeilen von stderr</translation>
    </message>
    <message>
        <source>Looked in: {0}</source>
        <translation>Gesucht in: {0}</translation>
    </message>
</context>
<context>
    <name>TrustChip</name>
    <message>
        <source>What this chat has seen, and where it went</source>
        <translation>Was dieser Chat gesehen hat und wohin es ging</translation>
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
        <translation>Was in diesem Chat geschrieben wird, wird an {0} gesendet.</translation>
    </message>
</context>
<context>
    <name>TrustWindow</name>
    <message>
        <source>Where did my data go?</source>
        <translation>Wohin gingen meine Daten?</translation>
    </message>
    <message>
        <source>Where it went</source>
        <translation>Wohin es ging</translation>
    </message>
    <message>
        <source>What was seen</source>
        <translation>Was gesehen wurde</translation>
    </message>
    <message>
        <source>Nothing was sent yet.</source>
        <translation>Noch wurde nichts gesendet.</translation>
    </message>
    <message>
        <source>Messages and results, and who received them</source>
        <translation>Nachrichten und Ergebnisse und wer sie bekam</translation>
    </message>
    <message>
        <source>Nothing private, and nothing that strangers wrote.</source>
        <translation>Nichts Vertrauliches und nichts von Fremden.</translation>
    </message>
    <message>
        <source>What this chat has seen</source>
        <translation>Was dieser Chat gesehen hat</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>How private</source>
        <translation>Wie vertraulich</translation>
    </message>
    <message>
        <source>When</source>
        <translation>Wann</translation>
    </message>
    <message>
        <source>This chat is as private as can be.</source>
        <translation>Dieser Chat ist so vertraulich wie möglich.</translation>
    </message>
    <message>
        <source>How private this chat is</source>
        <translation>Wie vertraulich dieser Chat ist</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>Markieren</translation>
    </message>
    <message>
        <source>Mark this chat as that private</source>
        <translation>Diesen Chat als so vertraulich markieren</translation>
    </message>
    <message>
        <source>Make this chat stricter:</source>
        <translation>Diesen Chat strenger machen:</translation>
    </message>
    <message>
        <source>Copy as text</source>
        <translation>Als Text kopieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>You let everything here be sent to {0}, for this chat ({1}).</source>
        <translation>Für alles hier wurde das Senden an {0} zugelassen, für diesen Chat ({1}).</translation>
    </message>
    <message>
        <source>You let everything here be sent to {0}, once ({1}).</source>
        <translation>Für alles hier wurde das Senden an {0} zugelassen, einmal ({1}).</translation>
    </message>
    <message>
        <source>You let {0} run against the rules, for this chat ({1}).</source>
        <translation>{0} durfte gegen die Regeln laufen, für diesen Chat ({1}).</translation>
    </message>
    <message>
        <source>You let {0} run against the rules, once ({1}).</source>
        <translation>{0} durfte gegen die Regeln laufen, einmal ({1}).</translation>
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
    <name>UsagePage</name>
    <message>
        <source>Usage</source>
        <translation>Verbrauch</translation>
    </message>
    <message>
        <source>Tokens as the providers reported them. Money is worked out from a price list and is no bill; what has no known price is not counted as zero.</source>
        <translation>Token, wie die Anbieter sie melden. Geld ist aus einer Preisliste errechnet und keine Rechnung; was keinen bekannten Preis hat, zählt nicht als null.</translation>
    </message>
    <message>
        <source>Usage by day</source>
        <translation>Verbrauch je Tag</translation>
    </message>
    <message>
        <source>Stretch of time</source>
        <translation>Zeitraum</translation>
    </message>
    <message>
        <source>This month</source>
        <translation>Dieser Monat</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <source>Last 90 days</source>
        <translation>Letzte 90 Tage</translation>
    </message>
    <message>
        <source>Last 365 days</source>
        <translation>Letzte 365 Tage</translation>
    </message>
    <message>
        <source>What the bars show</source>
        <translation>Was die Balken zeigen</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>Geld</translation>
    </message>
    <message>
        <source>Export as CSV…</source>
        <translation>Als CSV exportieren…</translation>
    </message>
    <message>
        <source>Sums for each</source>
        <translation>Summen je</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Provider</source>
        <translation>Anbieter</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Sums</source>
        <translation>Summen</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
    </message>
    <message>
        <source>Tokens in</source>
        <translation>Token ein</translation>
    </message>
    <message>
        <source>Tokens out</source>
        <translation>Token aus</translation>
    </message>
    <message>
        <source>Nothing was used in this time.</source>
        <translation>In dieser Zeit wurde nichts verbraucht.</translation>
    </message>
    <message>
        <source>No price is known for any of it.</source>
        <translation>Für nichts davon ist ein Preis bekannt.</translation>
    </message>
    <message>
        <source>{0} of the rounds have no known price and are left out of the sum.</source>
        <translation>{0} der Runden haben keinen bekannten Preis und fehlen in der Summe.</translation>
    </message>
    <message>
        <source>{0} · removed key</source>
        <translation>{0} · entfernter Schlüssel</translation>
    </message>
    <message>
        <source>Chats that were not kept</source>
        <translation>Nicht gespeicherte Chats</translation>
    </message>
    <message>
        <source>Deleted chats</source>
        <translation>Gelöschte Chats</translation>
    </message>
    <message>
        <source>Export as CSV</source>
        <translation>Als CSV exportieren</translation>
    </message>
    <message>
        <source>Saved as {0}</source>
        <translation>Gespeichert als {0}</translation>
    </message>
</context>
<context>
    <name>ValueRow</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Value of {0}</source>
        <translation>Wert von {0}</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>Geheim</translation>
    </message>
    <message>
        <source>Kept in the system keyring, not in a file</source>
        <translation>Liegt im Schlüsselbund des Systems, nicht in einer Datei</translation>
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
        <source>Saved in the keyring; type to replace it</source>
        <translation>Im Schlüsselbund gespeichert; zum Ersetzen tippen</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
</context>
<context>
    <name>WaitingStrip</name>
    <message>
        <source>Calls that wait for you</source>
        <translation>Wartende Aufrufe</translation>
    </message>
    <message>
        <source>{0} calls wait for you</source>
        <translation>{0} Aufrufe warten</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
    <message>
        <source>Go to {0}: {1}</source>
        <translation>Zu {0} gehen: {1}</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>blockiert</translation>
    </message>
    <message>
        <source>Deny all</source>
        <translation>Alle ablehnen</translation>
    </message>
    <message>
        <source>Allow all once</source>
        <translation>Alle einmal erlauben</translation>
    </message>
    <message>
        <source>Allow {0} once, not the blocked</source>
        <translation>{0} einmal erlauben, die blockierten nicht</translation>
    </message>
</context>
<context>
    <name>WalkingArea</name>
    <message>
        <source>Link: {0}</source>
        <translation>Link: {0}</translation>
    </message>
</context>
<context>
    <name>Ways</name>
    <message>
        <source>Certificates</source>
        <translation>Zertifikate</translation>
    </message>
    <message>
        <source>A PEM file with the certificates of a company or a lab, besides the system&apos;s.</source>
        <translation>Eine PEM-Datei mit den Zertifikaten einer Firma oder eines Labors, zusätzlich zu denen des Systems.</translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation>Proxy</translation>
    </message>
    <message>
        <source>The hosts of NO_PROXY are reached without it.</source>
        <translation>Die Hosts in NO_PROXY werden ohne ihn erreicht.</translation>
    </message>
    <message>
        <source>Proxy login</source>
        <translation>Proxy-Anmeldung</translation>
    </message>
</context>
<context>
    <name>WelcomeConnect</name>
    <message>
        <source>Connect</source>
        <translation>Verbinden</translation>
    </message>
    <message>
        <source>Connected. Choose the model to begin with.</source>
        <translation>Verbunden. Nun das Modell für den Anfang wählen.</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Start chatting</source>
        <translation>Chat beginnen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
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
        <source>{0} · {1} lines</source>
        <translation>{0} · {1} Zeilen</translation>
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
    <name>WideRows</name>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
    <message>
        <source>Save code as…</source>
        <translation>Code speichern unter…</translation>
    </message>
    <message>
        <source>Wrap lines</source>
        <translation>Zeilen umbrechen</translation>
    </message>
</context>
<context>
    <name>_Line</name>
    <message>
        <source>Looking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>The system said: {0}</source>
        <translation>Das System meldet: {0}</translation>
    </message>
</context>
<context>
    <name>budget</name>
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
        <translation>Zeichen der Ergebnisse</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Money</source>
        <translation>Geld</translation>
    </message>
    <message>
        <source>The same call failed</source>
        <translation>Derselbe Aufruf schlug fehl</translation>
    </message>
    <message>
        <source>{0}: {1} of {2}</source>
        <translation>{0}: {1} von {2}</translation>
    </message>
    <message>
        <source>The same call failed {0} times in a row.</source>
        <translation>Derselbe Aufruf schlug {0}-mal hintereinander fehl.</translation>
    </message>
    <message>
        <source>This answer has taken {0} rounds.</source>
        <translation>Diese Antwort hat {0} Runden gebraucht.</translation>
    </message>
    <message>
        <source>This answer has made {0} tool calls.</source>
        <translation>Diese Antwort hat {0} Werkzeuge aufgerufen.</translation>
    </message>
    <message>
        <source>The results of this answer are {0} characters long.</source>
        <translation>Die Ergebnisse dieser Antwort sind {0} Zeichen lang.</translation>
    </message>
    <message>
        <source>This answer has taken {0}.</source>
        <translation>Diese Antwort hat {0} gedauert.</translation>
    </message>
    <message>
        <source>This answer has used {0} tokens.</source>
        <translation>Diese Antwort hat {0} Token verbraucht.</translation>
    </message>
    <message>
        <source>This answer has cost {0}.</source>
        <translation>Diese Antwort hat {0} gekostet.</translation>
    </message>
    <message>
        <source>${0}</source>
        <translation>{0} $</translation>
    </message>
</context>
<context>
    <name>caps</name>
    <message>
        <source>Monthly cap reached</source>
        <translation>Monatsgrenze erreicht</translation>
    </message>
    <message>
        <source>Send anyway</source>
        <translation>Trotzdem senden</translation>
    </message>
    <message>
        <source>Some rounds have no known price and are not in it.</source>
        <translation>Einige Runden haben keinen bekannten Preis und sind nicht enthalten.</translation>
    </message>
    <message>
        <source>“{0}” of {1} has used {2} of its {3} this month.</source>
        <translation>„{0}“ von {1} hat diesen Monat {2} von {3} verbraucht.</translation>
    </message>
    <message>
        <source>“{0}” of {1} has used {2} this month. Its cap is {3}.</source>
        <translation>„{0}“ von {1} hat diesen Monat {2} verbraucht. Die Grenze ist {3}.</translation>
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
        <translation>Wartet auf eine Antwort</translation>
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
    <name>compare</name>
    <message>
        <source>result differs</source>
        <translation>Ergebnis unterscheidet sich</translation>
    </message>
    <message>
        <source>arguments differ</source>
        <translation>Argumente unterscheiden sich</translation>
    </message>
    <message>
        <source>arguments and result differ</source>
        <translation>Argumente und Ergebnis unterscheiden sich</translation>
    </message>
    <message>
        <source>the same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>text differs</source>
        <translation>Text unterscheidet sich</translation>
    </message>
    <message>
        <source>only in the first</source>
        <translation>nur in der ersten</translation>
    </message>
    <message>
        <source>only in the second</source>
        <translation>nur in der zweiten</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>{0}. First: {1}. Second: {2}</source>
        <translation>{0}. Erste: {1}. Zweite: {2}</translation>
    </message>
    <message>
        <source>Round {0}</source>
        <translation>Runde {0}</translation>
    </message>
    <message>
        <source>{0} in</source>
        <translation>{0} ein</translation>
    </message>
    <message>
        <source>{0} out</source>
        <translation>{0} aus</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>(ohne Namen)</translation>
    </message>
    <message>
        <source>No such call</source>
        <translation>Kein solcher Aufruf</translation>
    </message>
    <message>
        <source>replaced by you</source>
        <translation>von Hand ersetzt</translation>
    </message>
    <message>
        <source>Arguments as you edited them</source>
        <translation>Bearbeitete Argumente</translation>
    </message>
    <message>
        <source>Arguments as the model wrote them</source>
        <translation>Argumente, wie das Modell sie schrieb</translation>
    </message>
    <message>
        <source>No such round</source>
        <translation>Keine solche Runde</translation>
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
    <name>files</name>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Document</source>
        <translation>Dokument</translation>
    </message>
    <message>
        <source>Table</source>
        <translation>Tabelle</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>{0} pages</source>
        <translation>{0} Seiten</translation>
    </message>
    <message>
        <source>{0} page</source>
        <translation>{0} Seite</translation>
    </message>
    <message>
        <source>read as {0}</source>
        <translation>gelesen als {0}</translation>
    </message>
    <message>
        <source>made smaller</source>
        <translation>verkleinert</translation>
    </message>
    <message>
        <source>{0} is sent as text, {1}</source>
        <translation>{0} geht als Text, {1}</translation>
    </message>
    <message>
        <source>{0} is sent as text</source>
        <translation>{0} geht als Text</translation>
    </message>
    <message>
        <source>{1} files are sent as text: {0}</source>
        <translation>{1} Dateien gehen als Text: {0}</translation>
    </message>
    <message>
        <source>1 reasoning signature stays behind</source>
        <translation>1 Signatur des Denkens bleibt zurück</translation>
    </message>
    <message>
        <source>{1} reasoning signatures stay behind</source>
        <translation>{1} Signaturen des Denkens bleiben zurück</translation>
    </message>
    <message>
        <source>1 step of a provider&apos;s own tools stays behind</source>
        <translation>1 Schritt anbietereigener Werkzeuge bleibt zurück</translation>
    </message>
    <message>
        <source>{1} steps of a provider&apos;s own tools stay behind</source>
        <translation>{1} Schritte anbietereigener Werkzeuge bleiben zurück</translation>
    </message>
    <message>
        <source>1 tool is left out, its description cannot be sent: {0}</source>
        <translation>1 Werkzeug fehlt, seine Beschreibung lässt sich nicht senden: {0}</translation>
    </message>
    <message>
        <source>{1} tools are left out, their descriptions cannot be sent: {0}</source>
        <translation>{1} Werkzeuge fehlen, ihre Beschreibungen lassen sich nicht senden: {0}</translation>
    </message>
    <message>
        <source>1 tool is left out, there are too many: {0}</source>
        <translation>1 Werkzeug fehlt, es sind zu viele: {0}</translation>
    </message>
    <message>
        <source>{1} tools are left out, there are too many: {0}</source>
        <translation>{1} Werkzeuge fehlen, es sind zu viele: {0}</translation>
    </message>
    <message>
        <source>{0} is not sent: this model takes no pictures</source>
        <translation>{0} wird nicht gesendet: Dieses Modell nimmt keine Bilder</translation>
    </message>
    <message>
        <source>{1} pictures are not sent, this model takes none: {0}</source>
        <translation>{1} Bilder werden nicht gesendet, dieses Modell nimmt keine: {0}</translation>
    </message>
    <message>
        <source>{0} is not sent: it holds no text that could be read</source>
        <translation>{0} wird nicht gesendet: Darin ist kein lesbarer Text</translation>
    </message>
    <message>
        <source>{1} files are not sent, no text could be read: {0}</source>
        <translation>{1} Dateien werden nicht gesendet, kein Text war lesbar: {0}</translation>
    </message>
    <message>
        <source>{0} is not sent: it is larger than this provider takes</source>
        <translation>{0} wird nicht gesendet: größer, als dieser Anbieter annimmt</translation>
    </message>
    <message>
        <source>{1} files are not sent, they are larger than allowed: {0}</source>
        <translation>{1} Dateien werden nicht gesendet, sie sind größer als erlaubt: {0}</translation>
    </message>
    <message>
        <source>{0} is not sent: it is no longer there</source>
        <translation>{0} wird nicht gesendet: nicht mehr da</translation>
    </message>
    <message>
        <source>{1} files are not sent, they are no longer there: {0}</source>
        <translation>{1} Dateien werden nicht gesendet, sie sind nicht mehr da: {0}</translation>
    </message>
    <message>
        <source>{0} word</source>
        <translation>{0} Wort</translation>
    </message>
    <message>
        <source>{0} words</source>
        <translation>{0} Wörter</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>Choose another file.</source>
        <translation>Eine andere Datei wählen.</translation>
    </message>
    <message>
        <source>It is no longer there.</source>
        <translation>Sie ist nicht mehr da.</translation>
    </message>
    <message>
        <source>It was moved, deleted, or is a link that leads nowhere.</source>
        <translation>Sie wurde verschoben, gelöscht oder ist ein Verweis ins Leere.</translation>
    </message>
    <message>
        <source>This is a folder.</source>
        <translation>Das ist ein Ordner.</translation>
    </message>
    <message>
        <source>Attach the files in it, or grant the folder to tools in Settings.</source>
        <translation>Die Dateien darin anhängen oder den Ordner in den Einstellungen für Werkzeuge freigeben.</translation>
    </message>
    <message>
        <source>This is no file but a pipe or a device.</source>
        <translation>Das ist keine Datei, sondern eine Pipe oder ein Gerät.</translation>
    </message>
    <message>
        <source>Callboard may not read it.</source>
        <translation>Callboard darf sie nicht lesen.</translation>
    </message>
    <message>
        <source>Change its permissions, or attach a copy of it.</source>
        <translation>Ihre Rechte ändern oder eine Kopie anhängen.</translation>
    </message>
    <message>
        <source>There is nothing in it.</source>
        <translation>Sie ist leer.</translation>
    </message>
    <message>
        <source>It is too large: {0}, and {1} are allowed.</source>
        <translation>Sie ist zu groß: {0}; erlaubt sind {1}.</translation>
    </message>
    <message>
        <source>Attach a part of it, or let a tool read it.</source>
        <translation>Einen Teil davon anhängen oder von einem Werkzeug lesen lassen.</translation>
    </message>
    <message>
        <source>A message can have {1} files.</source>
        <translation>Eine Nachricht darf {1} Dateien haben.</translation>
    </message>
    <message>
        <source>Send this one with the next message.</source>
        <translation>Diese mit der nächsten Nachricht senden.</translation>
    </message>
    <message>
        <source>It has {0} pages, and {1} are allowed.</source>
        <translation>Sie hat {0} Seiten; erlaubt sind {1}.</translation>
    </message>
    <message>
        <source>Attach only the pages that matter.</source>
        <translation>Nur die nötigen Seiten anhängen.</translation>
    </message>
    <message>
        <source>The picture has {0} pixels, and {1} are allowed.</source>
        <translation>Das Bild hat {0} Pixel; erlaubt sind {1}.</translation>
    </message>
    <message>
        <source>Make it smaller first.</source>
        <translation>Zuerst verkleinern.</translation>
    </message>
    <message>
        <source>It unpacks to more than can be read safely.</source>
        <translation>Entpackt ist sie zu groß, um sicher gelesen zu werden.</translation>
    </message>
    <message>
        <source>Attach a smaller file, or a PDF of it.</source>
        <translation>Eine kleinere Datei anhängen oder ein PDF daraus.</translation>
    </message>
    <message>
        <source>It is protected by a password.</source>
        <translation>Sie ist mit einem Passwort geschützt.</translation>
    </message>
    <message>
        <source>Save a copy without the password, and attach that.</source>
        <translation>Eine Kopie ohne Passwort speichern und diese anhängen.</translation>
    </message>
    <message>
        <source>It is damaged, or not what its name says.</source>
        <translation>Sie ist beschädigt oder nicht das, was ihr Name sagt.</translation>
    </message>
    <message>
        <source>Open it in its own program and save it again.</source>
        <translation>In ihrem eigenen Programm öffnen und neu speichern.</translation>
    </message>
    <message>
        <source>Callboard cannot read this kind of file.</source>
        <translation>Dateien dieser Art kann Callboard nicht lesen.</translation>
    </message>
    <message>
        <source>Attach pictures, PDF, text, code, tables or office files.</source>
        <translation>Anhängen lassen sich Bilder, PDF, Text, Code, Tabellen und Office-Dateien.</translation>
    </message>
    <message>
        <source>Reading it took too long and was stopped.</source>
        <translation>Das Lesen dauerte zu lange und wurde abgebrochen.</translation>
    </message>
    <message>
        <source>Attach a smaller file, or a copy on this computer.</source>
        <translation>Eine kleinere Datei anhängen oder eine Kopie auf diesem Computer.</translation>
    </message>
    <message>
        <source>Office files cannot be read on this computer.</source>
        <translation>Office-Dateien sind auf diesem Computer nicht lesbar.</translation>
    </message>
    <message>
        <source>Save it as PDF or text, and attach that.</source>
        <translation>Als PDF oder Text speichern und das anhängen.</translation>
    </message>
    <message>
        <source>It could not be read.</source>
        <translation>Sie ließ sich nicht lesen.</translation>
    </message>
    <message>
        <source>Attach a copy of it, or save it in another format.</source>
        <translation>Eine Kopie anhängen oder in einem anderen Format speichern.</translation>
    </message>
</context>
<context>
    <name>inspector</name>
    <message>
        <source>masked</source>
        <translation>maskiert</translation>
    </message>
    <message>
        <source>reused</source>
        <translation>wiederverwendet</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>not encrypted</source>
        <translation>nicht verschlüsselt</translation>
    </message>
    <message>
        <source>by proxy {0}</source>
        <translation>über Proxy {0}</translation>
    </message>
    <message>
        <source>no proxy</source>
        <translation>kein Proxy</translation>
    </message>
    <message>
        <source>“{0}”, ends …{1}</source>
        <translation>„{0}“, endet auf …{1}</translation>
    </message>
    <message>
        <source>ends …{0}</source>
        <translation>endet auf …{0}</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keiner</translation>
    </message>
    <message>
        <source>{0} ms</source>
        <translation>{0} ms</translation>
    </message>
    <message>
        <source>no reply</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>Loading what was recorded</source>
        <translation>Aufgezeichnetes wird geladen</translation>
    </message>
    <message>
        <source>Loading what was recorded…</source>
        <translation>Aufgezeichnetes wird geladen…</translation>
    </message>
    <message>
        <source>Choose a round to see its bytes.</source>
        <translation>Eine Runde wählen, um ihre Bytes zu sehen.</translation>
    </message>
    <message>
        <source>It could not be made readable.</source>
        <translation>Es ließ sich nicht lesbar machen.</translation>
    </message>
    <message>
        <source>Not recorded: recordings are off, or those of this turn were deleted since.</source>
        <translation>Nicht aufgezeichnet: Aufzeichnungen sind aus, oder die dieser Antwort wurden inzwischen gelöscht.</translation>
    </message>
    <message>
        <source>Attempts of this round</source>
        <translation>Versuche dieser Runde</translation>
    </message>
    <message>
        <source>Attempt {0} of {1} · {2}</source>
        <translation>Versuch {0} von {1} · {2}</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Begonnen</translation>
    </message>
    <message>
        <source>Took</source>
        <translation>Dauer</translation>
    </message>
    <message>
        <source>Told to the model</source>
        <translation>Dem Modell gesagt</translation>
    </message>
    <message>
        <source>Provider&apos;s ID</source>
        <translation>ID des Anbieters</translation>
    </message>
    <message>
        <source>{0}, replaced by you</source>
        <translation>{0}, von Hand ersetzt</translation>
    </message>
    <message>
        <source>{0}, with arguments you edited</source>
        <translation>{0}, mit bearbeiteten Argumenten</translation>
    </message>
    <message>
        <source>The result was written by strangers ({0}); the model is told.</source>
        <translation>Das Ergebnis haben Fremde geschrieben ({0}); dem Modell wird das gesagt.</translation>
    </message>
    <message>
        <source>It did not change what this chat may send where.</source>
        <translation>Was dieser Chat wohin senden darf, hat es nicht geändert.</translation>
    </message>
    <message>
        <source>Made this chat {0}: {1}.</source>
        <translation>Hat diesen Chat {0} gemacht: {1}.</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>gesendet</translation>
    </message>
    <message>
        <source>received</source>
        <translation>empfangen</translation>
    </message>
    <message>
        <source>log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation>Systemprompt</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Your message</source>
        <translation>Nachricht</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Reasoning</source>
        <translation>Denken</translation>
    </message>
    <message>
        <source>Call</source>
        <translation>Aufruf</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Your messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Calls</source>
        <translation>Aufrufe</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>{0} (left out)</source>
        <translation>{0} (weggelassen)</translation>
    </message>
    <message>
        <source>{0} (shortened)</source>
        <translation>{0} (gekürzt)</translation>
    </message>
    <message>
        <source>Callboard</source>
        <translation>Callboard</translation>
    </message>
    <message>
        <source>Tools of {0}</source>
        <translation>Werkzeuge von {0}</translation>
    </message>
    <message>
        <source>Message {0}</source>
        <translation>Nachricht {0}</translation>
    </message>
    <message>
        <source>about {0}</source>
        <translation>etwa {0}</translation>
    </message>
    <message>
        <source>{0} of {1} tokens ({2} %)</source>
        <translation>{0} von {1} Token ({2} %)</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} Token</translation>
    </message>
    <message>
        <source>The next request without what you type: {0}</source>
        <translation>Die nächste Anfrage ohne das, was noch getippt wird: {0}</translation>
    </message>
    <message>
        <source>about {0} to read</source>
        <translation>etwa {0} zum Lesen</translation>
    </message>
    <message>
        <source>Estimated from the number of characters; the provider has counted nothing.</source>
        <translation>Aus der Zahl der Zeichen geschätzt; der Anbieter hat nichts gezählt.</translation>
    </message>
    <message>
        <source>The provider counted {0} tokens in the last request; the parts are scaled to it.</source>
        <translation>Der Anbieter hat in der letzten Anfrage {0} Token gezählt; die Teile sind darauf umgerechnet.</translation>
    </message>
    <message>
        <source>Estimated from the number of characters. The provider counted {0} tokens in the last request: too far from the estimate to scale the parts to it.</source>
        <translation>Aus der Zahl der Zeichen geschätzt. Der Anbieter hat in der letzten Anfrage {0} Token gezählt: zu weit von der Schätzung entfernt, um die Teile daran anzupassen.</translation>
    </message>
    <message>
        <source>Ask again…</source>
        <translation>Erneut fragen…</translation>
    </message>
    <message>
        <source>Ask again from this round, of another model or otherwise</source>
        <translation>Ab dieser Runde erneut fragen, ein anderes Modell oder auf andere Weise</translation>
    </message>
    <message>
        <source>Round before</source>
        <translation>Vorige Runde</translation>
    </message>
    <message>
        <source>Next round</source>
        <translation>Nächste Runde</translation>
    </message>
    <message>
        <source>Close the inspector</source>
        <translation>Den Inspektor schließen</translation>
    </message>
    <message>
        <source>Rounds</source>
        <translation>Runden</translation>
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
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>Dialects</source>
        <translation>Dialekte</translation>
    </message>
    <message>
        <source>What the time of this turn was spent with</source>
        <translation>Womit die Zeit dieser Antwort verging</translation>
    </message>
    <message>
        <source>What went out in this round</source>
        <translation>Was in dieser Runde hinausging</translation>
    </message>
    <message>
        <source>What came back in this round</source>
        <translation>Was in dieser Runde zurückkam</translation>
    </message>
    <message>
        <source>What this request adds to the one before</source>
        <translation>Was diese Anfrage der vorigen hinzufügt</translation>
    </message>
    <message>
        <source>What a call really was</source>
        <translation>Was ein Aufruf wirklich war</translation>
    </message>
    <message>
        <source>What fills the window of the model</source>
        <translation>Was das Fenster des Modells füllt</translation>
    </message>
    <message>
        <source>This turn as other dialects would carry it</source>
        <translation>Diese Antwort, wie andere Dialekte sie übertragen würden</translation>
    </message>
    <message>
        <source>failed attempt {0}</source>
        <translation>gescheiterter Versuch {0}</translation>
    </message>
    <message>
        <source>pause {0}</source>
        <translation>Pause {0}</translation>
    </message>
    <message>
        <source>waiting {0}</source>
        <translation>Warten {0}</translation>
    </message>
    <message>
        <source>first byte to first token {0}</source>
        <translation>erstes Byte bis erstes Token {0}</translation>
    </message>
    <message>
        <source>streaming {0}</source>
        <translation>Übertragung {0}</translation>
    </message>
    <message>
        <source>waiting for you {0}</source>
        <translation>Warten auf Antwort {0}</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0} ({1})</translation>
    </message>
    <message>
        <source>{0} so far</source>
        <translation>{0} bisher</translation>
    </message>
    <message>
        <source>Failed attempt</source>
        <translation>Gescheiterter Versuch</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pause</translation>
    </message>
    <message>
        <source>Waiting</source>
        <translation>Warten</translation>
    </message>
    <message>
        <source>First byte</source>
        <translation>Erstes Byte</translation>
    </message>
    <message>
        <source>Streaming</source>
        <translation>Übertragung</translation>
    </message>
    <message>
        <source>Waiting for you</source>
        <translation>Wartet auf Antwort</translation>
    </message>
    <message>
        <source>Round {0}</source>
        <translation>Runde {0}</translation>
    </message>
    <message>
        <source>{0} attempts</source>
        <translation>{0} Versuche</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>(ohne Namen)</translation>
    </message>
    <message>
        <source>Call {0} of round {1}</source>
        <translation>Aufruf {0} von Runde {1}</translation>
    </message>
    <message>
        <source>beside another call</source>
        <translation>neben einem anderen Aufruf</translation>
    </message>
    <message>
        <source>Since {0} of the turn</source>
        <translation>Seit {0} der Antwort</translation>
    </message>
    <message>
        <source>From {0} to {1} of the turn</source>
        <translation>Von {0} bis {1} der Antwort</translation>
    </message>
    <message>
        <source>rounds: {0}</source>
        <translation>Runden: {0}</translation>
    </message>
    <message>
        <source>calls: {0}</source>
        <translation>Aufrufe: {0}</translation>
    </message>
    <message>
        <source>at least {0}</source>
        <translation>mindestens {0}</translation>
    </message>
    <message>
        <source>{0} in</source>
        <translation>{0} ein</translation>
    </message>
    <message>
        <source>{0} out</source>
        <translation>{0} aus</translation>
    </message>
    <message>
        <source>Failed call</source>
        <translation>Fehlgeschlagener Aufruf</translation>
    </message>
</context>
<context>
    <name>json</name>
    <message>
        <source>1 name</source>
        <translation>1 Name</translation>
    </message>
    <message>
        <source>{0} names</source>
        <translation>{0} Namen</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 Eintrag</translation>
    </message>
    <message>
        <source>{0} entries</source>
        <translation>{0} Einträge</translation>
    </message>
</context>
<context>
    <name>ledger</name>
    <message>
        <source>Your message</source>
        <translation>Eigene Nachricht</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Result of</source>
        <translation>Ergebnis von</translation>
    </message>
    <message>
        <source>Arguments for</source>
        <translation>Argumente für</translation>
    </message>
    <message>
        <source>{0}, run by the provider</source>
        <translation>{0}, vom Anbieter ausgeführt</translation>
    </message>
    <message>
        <source>key …{0}</source>
        <translation>Schlüssel …{0}</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>auf diesem Computer</translation>
    </message>
    <message>
        <source>{0} times</source>
        <translation>{0}-mal</translation>
    </message>
    <message>
        <source>perhaps: no answer came</source>
        <translation>vielleicht: Es kam keine Antwort</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>messages</source>
        <translation>Nachrichten</translation>
    </message>
    <message>
        <source>files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>results of tools</source>
        <translation>Ergebnisse von Werkzeugen</translation>
    </message>
    <message>
        <source>arguments of tools</source>
        <translation>Argumente von Werkzeugen</translation>
    </message>
    <message>
        <source>Nobody has received it.</source>
        <translation>Niemand hat es bekommen.</translation>
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
    <name>past</name>
    <message>
        <source>Round {0}</source>
        <translation>Runde {0}</translation>
    </message>
    <message>
        <source>Version {0}</source>
        <translation>Version {0}</translation>
    </message>
</context>
<context>
    <name>pictures</name>
    <message>
        <source>unnamed</source>
        <translation>ohne Namen</translation>
    </message>
    <message>
        <source>Image: {0}. Loading…</source>
        <translation>Bild: {0}. Wird geladen…</translation>
    </message>
    <message>
        <source>Image: {0}, from {1}</source>
        <translation>Bild: {0}, von {1}</translation>
    </message>
    <message>
        <source>Image: {0}</source>
        <translation>Bild: {0}</translation>
    </message>
    <message>
        <source>Image: {0}. It names a file or another place, not a web page.</source>
        <translation>Bild: {0}. Es nennt eine Datei oder einen anderen Ort, keine Webseite.</translation>
    </message>
    <message>
        <source>It is larger than {0}. Open it in the browser instead.</source>
        <translation>Es ist größer als {0}. Stattdessen im Browser öffnen.</translation>
    </message>
    <message>
        <source>Its address cannot be used.</source>
        <translation>Seine Adresse ist nicht nutzbar.</translation>
    </message>
    <message>
        <source>Its address leads into this computer or its network. Answers may not reach there.</source>
        <translation>Seine Adresse führt in diesen Computer oder sein Netzwerk. Dorthin dürfen Antworten nicht greifen.</translation>
    </message>
    <message>
        <source>There is no such address. Check your connection, or leave it.</source>
        <translation>Diese Adresse gibt es nicht. Die Verbindung prüfen oder es dabei lassen.</translation>
    </message>
    <message>
        <source>Its server cannot be reached. Check your connection and try again.</source>
        <translation>Sein Server ist nicht zu erreichen. Die Verbindung prüfen und erneut versuchen.</translation>
    </message>
    <message>
        <source>The certificate of its server cannot be trusted, so nothing was loaded.</source>
        <translation>Das Zertifikat seines Servers ist nicht vertrauenswürdig, also wurde nichts geladen.</translation>
    </message>
    <message>
        <source>Its server answered {0}: it may be gone, or only open to some.</source>
        <translation>Sein Server antwortete {0}: Vielleicht ist es weg oder nicht für alle offen.</translation>
    </message>
    <message>
        <source>Its address leads round in circles. Open it in the browser instead.</source>
        <translation>Seine Adresse führt im Kreis. Stattdessen im Browser öffnen.</translation>
    </message>
    <message>
        <source>What came is no picture that can be shown here.</source>
        <translation>Was ankam, ist kein Bild, das sich hier zeigen lässt.</translation>
    </message>
    <message>
        <source>Its server took too long. Try again later.</source>
        <translation>Sein Server brauchte zu lange. Später erneut versuchen.</translation>
    </message>
    <message>
        <source>picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Bild speichern</translation>
    </message>
</context>
<context>
    <name>ruling</name>
    <message>
        <source>{tool} may change something or is not trusted yet.</source>
        <translation>{tool} ändert vielleicht etwas oder ist noch nicht vertraut.</translation>
    </message>
    <message>
        <source>{tool} has changed since you approved it.</source>
        <translation>{tool} hat sich geändert, seit es erlaubt wurde.</translation>
    </message>
    <message>
        <source>{tool} asks every time: nothing keeps it apart from your files.</source>
        <translation>{tool} fragt jedes Mal: Nichts hält es von den eigenen Dateien fern.</translation>
    </message>
    <message>
        <source>{data} was read in this chat; {tool} could carry it to {place}.</source>
        <translation>{data} wurden in diesem Chat gelesen; {tool} könnte sie hinaustragen zu: {place}.</translation>
    </message>
    <message>
        <source>{data} and words of strangers were read in this chat; {tool} could carry data to {place}.</source>
        <translation>{data} und Worte von Fremden wurden in diesem Chat gelesen; {tool} könnte Daten hinaustragen zu: {place}.</translation>
    </message>
    <message>
        <source>Something that was read in this chat tried to give orders. Look closely at what {tool} would do.</source>
        <translation>Etwas, das in diesem Chat gelesen wurde, wollte Anweisungen geben. Genau ansehen, was {tool} tun würde.</translation>
    </message>
    <message>
        <source>Your organisation wants to be asked about {tool} each time.</source>
        <translation>Die Organisation will jedes Mal nach {tool} gefragt werden.</translation>
    </message>
    <message>
        <source>Your rules ask about {tool}.</source>
        <translation>Die eigenen Regeln fragen nach {tool}.</translation>
    </message>
    <message>
        <source>{tool} waits for your approval.</source>
        <translation>{tool} wartet auf eine Entscheidung.</translation>
    </message>
    <message>
        <source>when {0} is {1}</source>
        <translation>wenn {0} gleich {1} ist</translation>
    </message>
    <message>
        <source>for files under {0}</source>
        <translation>für Dateien unter {0}</translation>
    </message>
    <message>
        <source>on {0}</source>
        <translation>auf {0}</translation>
    </message>
    <message>
        <source>when the query is {0}</source>
        <translation>wenn die Abfrage {0} ist</translation>
    </message>
    <message>
        <source>when the program is {0}</source>
        <translation>wenn das Programm {0} ist</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0} ({1})</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message>
        <source>always allow {0}</source>
        <translation>immer erlauben: {0}</translation>
    </message>
    <message>
        <source>never allow {0}</source>
        <translation>nie erlauben: {0}</translation>
    </message>
    <message>
        <source>ask about {0}</source>
        <translation>fragen bei {0}</translation>
    </message>
    <message>
        <source>all tools of {0}</source>
        <translation>alle Werkzeuge von {0}</translation>
    </message>
    <message>
        <source>all tools of a server</source>
        <translation>alle Werkzeuge eines Servers</translation>
    </message>
    <message>
        <source>reads only</source>
        <translation>liest nur</translation>
    </message>
    <message>
        <source>changes things</source>
        <translation>ändert etwas</translation>
    </message>
    <message>
        <source>may destroy</source>
        <translation>zerstört vielleicht etwas</translation>
    </message>
    <message>
        <source>destroys nothing</source>
        <translation>zerstört nichts</translation>
    </message>
    <message>
        <source>the same twice is as once</source>
        <translation>zweimal ist wie einmal</translation>
    </message>
    <message>
        <source>reaches the outside world</source>
        <translation>erreicht die Außenwelt</translation>
    </message>
    <message>
        <source>stays in its own world</source>
        <translation>bleibt in seiner eigenen Welt</translation>
    </message>
    <message>
        <source>{0} says, and nobody has checked: {1}.</source>
        <translation>{0} sagt, und niemand hat es geprüft: {1}.</translation>
    </message>
    <message>
        <source>{0}, which you trust, says: {1}.</source>
        <translation>{0}, dem vertraut wird, sagt: {1}.</translation>
    </message>
    <message>
        <source>It only reads.</source>
        <translation>Es liest nur.</translation>
    </message>
    <message>
        <source>What it is given goes to {0}.</source>
        <translation>Was es bekommt, geht an: {0}.</translation>
    </message>
    <message>
        <source>Result {0} contains an instruction: “{1}”</source>
        <translation>Ergebnis {0} enthält eine Anweisung: „{1}“</translation>
    </message>
    <message>
        <source>The result contains an instruction: “{0}”</source>
        <translation>Das Ergebnis enthält eine Anweisung: „{0}“</translation>
    </message>
    <message>
        <source>somewhere else</source>
        <translation>anderswohin</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>dieser Computer</translation>
    </message>
    <message>
        <source>a service you set up</source>
        <translation>ein selbst eingerichteter Dienst</translation>
    </message>
    <message>
        <source>search services</source>
        <translation>Suchdienste</translation>
    </message>
    <message>
        <source>whatever address the model writes</source>
        <translation>jede Adresse, die das Modell schreibt</translation>
    </message>
    <message>
        <source>This tool</source>
        <translation>Dieses Werkzeug</translation>
    </message>
    <message>
        <source>Private data</source>
        <translation>Vertrauliche Daten</translation>
    </message>
    <message>
        <source>Private data ({0})</source>
        <translation>Vertrauliche Daten ({0})</translation>
    </message>
    <message>
        <source>Your rule may be against this call, which cannot be told for sure: {0}.</source>
        <translation>Eine eigene Regel spricht vielleicht gegen diesen Aufruf, was nicht sicher zu sagen ist: {0}.</translation>
    </message>
    <message>
        <source>Allowed because of your rule: {0}.</source>
        <translation>Erlaubt durch die eigene Regel: {0}.</translation>
    </message>
    <message>
        <source>Allowed because it only reads, and nothing leaves this computer.</source>
        <translation>Erlaubt, weil es nur liest und nichts diesen Computer verlässt.</translation>
    </message>
    <message>
        <source>Allowed because it only reads.</source>
        <translation>Erlaubt, weil es nur liest.</translation>
    </message>
    <message>
        <source>Allowed because you said yes to this call.</source>
        <translation>Erlaubt, weil diesem Aufruf zugestimmt wurde.</translation>
    </message>
    <message>
        <source>Allowed because you allowed the tool in this chat.</source>
        <translation>Erlaubt, weil das Werkzeug in diesem Chat erlaubt wurde.</translation>
    </message>
    <message>
        <source>Allowed because you allowed it always.</source>
        <translation>Erlaubt, weil es immer erlaubt wurde.</translation>
    </message>
    <message>
        <source>Allowed because you said so, knowing what speaks against it.</source>
        <translation>Erlaubt, weil es trotz der Bedenken so gewollt war.</translation>
    </message>
    <message>
        <source>Allowed because your organisation allows it.</source>
        <translation>Erlaubt, weil die Organisation es erlaubt.</translation>
    </message>
    <message>
        <source>Allowed.</source>
        <translation>Erlaubt.</translation>
    </message>
    <message>
        <source>Refused because of your rule: {0}.</source>
        <translation>Abgelehnt durch die eigene Regel: {0}.</translation>
    </message>
    <message>
        <source>Refused because you denied it.</source>
        <translation>Abgelehnt, weil es verweigert wurde.</translation>
    </message>
    <message>
        <source>Refused because you never allow it.</source>
        <translation>Abgelehnt, weil es nie erlaubt ist.</translation>
    </message>
    <message>
        <source>Refused because your organisation does not allow it.</source>
        <translation>Abgelehnt, weil die Organisation es nicht erlaubt.</translation>
    </message>
    <message>
        <source>Refused because the tool has changed.</source>
        <translation>Abgelehnt, weil sich das Werkzeug geändert hat.</translation>
    </message>
    <message>
        <source>Refused: {data} was read in this chat and could be carried out.</source>
        <translation>Abgelehnt: {data} wurden in diesem Chat gelesen und könnten hinausgetragen werden.</translation>
    </message>
    <message>
        <source>Refused: {data}, words of strangers and a way out came together in this chat.</source>
        <translation>Abgelehnt: {data}, Worte von Fremden und ein Weg hinaus kamen in diesem Chat zusammen.</translation>
    </message>
    <message>
        <source>Refused because something that was read here tried to give orders.</source>
        <translation>Abgelehnt, weil etwas, das hier gelesen wurde, Anweisungen geben wollte.</translation>
    </message>
    <message>
        <source>Refused.</source>
        <translation>Abgelehnt.</translation>
    </message>
</context>
<context>
    <name>servers</name>
    <message>
        <source>the file cannot be read.</source>
        <translation>die Datei kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>This is no JSON: look at line {0}, column {1}.</source>
        <translation>Das ist kein JSON: Zeile {0}, Spalte {1} ansehen.</translation>
    </message>
    <message>
        <source>There is a key in the address, which is kept in a file. Use a header.</source>
        <translation>In der Adresse steht ein Schlüssel, und sie liegt in einer Datei. Eine Kopfzeile verwenden.</translation>
    </message>
    <message>
        <source>This is too long to be read.</source>
        <translation>Das ist zu lang zum Lesen.</translation>
    </message>
    <message>
        <source>This is no JSON, no command and no address.</source>
        <translation>Das ist kein JSON, kein Befehl und keine Adresse.</translation>
    </message>
    <message>
        <source>There are no servers in it.</source>
        <translation>Es sind keine Server darin.</translation>
    </message>
    <message>
        <source>Only the first {0} are read.</source>
        <translation>Nur die ersten {0} werden gelesen.</translation>
    </message>
    <message>
        <source>this is no object in braces.</source>
        <translation>das ist kein Objekt in geschweiften Klammern.</translation>
    </message>
    <message>
        <source>there is neither a command nor an address.</source>
        <translation>es gibt weder einen Befehl noch eine Adresse.</translation>
    </message>
    <message>
        <source>“{0}” cannot be what it is.</source>
        <translation>„{0}“ kann nicht sein, was es ist.</translation>
    </message>
    <message>
        <source>the address must begin with http:// or https://.</source>
        <translation>die Adresse muss mit http:// oder https:// beginnen.</translation>
    </message>
    <message>
        <source>the transport “{0}” is not known.</source>
        <translation>der Transportweg „{0}“ ist unbekannt.</translation>
    </message>
    <message>
        <source>the name comes twice; the second is called {0}.</source>
        <translation>den Namen gibt es zweimal; der zweite heißt jetzt {0}.</translation>
    </message>
    <message>
        <source>nobody here fills in {0}: look at its settings.</source>
        <translation>niemand füllt hier {0} aus: in den Einstellungen nachsehen.</translation>
    </message>
    <message>
        <source>it needs a secret, {0}: enter it in its settings.</source>
        <translation>es fehlt ein Geheimnis, {0}: in den Einstellungen eingeben.</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Switched off</source>
        <translation>Ausgeschaltet</translation>
    </message>
    <message>
        <source>Starts when needed</source>
        <translation>Startet bei Bedarf</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Startet…</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>Läuft</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>Needs a login</source>
        <translation>Braucht eine Anmeldung</translation>
    </message>
    <message>
        <source>Waiting for the login in the browser…</source>
        <translation>Wartet auf die Anmeldung im Browser…</translation>
    </message>
    <message>
        <source>since {0}</source>
        <translation>seit {0}</translation>
    </message>
    <message>
        <source>tries again at {0}</source>
        <translation>versucht es wieder um {0}</translation>
    </message>
    <message>
        <source>1 tool</source>
        <translation>1 Werkzeug</translation>
    </message>
    <message>
        <source>{0} tools</source>
        <translation>{0} Werkzeuge</translation>
    </message>
    <message>
        <source>A program on this computer</source>
        <translation>Ein Programm auf diesem Computer</translation>
    </message>
    <message>
        <source>An address (streamable HTTP)</source>
        <translation>Eine Adresse (streamable HTTP)</translation>
    </message>
    <message>
        <source>An address (the older SSE)</source>
        <translation>Eine Adresse (das ältere SSE)</translation>
    </message>
    <message>
        <source>When first needed</source>
        <translation>Beim ersten Bedarf</translation>
    </message>
    <message>
        <source>With Callboard, in the background</source>
        <translation>Mit Callboard, im Hintergrund</translation>
    </message>
    <message>
        <source>Nothing: they are public</source>
        <translation>Nichts: Sie sind öffentlich</translation>
    </message>
    <message>
        <source>Internal: only providers that may see internal data</source>
        <translation>Intern: nur Anbieter, die Internes sehen dürfen</translation>
    </message>
    <message>
        <source>Secret: only providers that may see secret data</source>
        <translation>Geheim: nur Anbieter, die Geheimes sehen dürfen</translation>
    </message>
    <message>
        <source>Nowhere: they stay on this computer</source>
        <translation>Nirgendwohin: Sie bleiben auf diesem Computer</translation>
    </message>
    <message>
        <source>To one service that you set up</source>
        <translation>An einen selbst eingerichteten Dienst</translation>
    </message>
    <message>
        <source>To third parties, as queries</source>
        <translation>An Dritte, als Anfragen</translation>
    </message>
    <message>
        <source>To any address that the model writes</source>
        <translation>An jede Adresse, die das Modell schreibt</translation>
    </message>
    <message>
        <source>stderr</source>
        <translation>stderr</translation>
    </message>
    <message>
        <source>stdout</source>
        <translation>stdout</translation>
    </message>
    <message>
        <source>log</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Callboard</source>
        <translation>Callboard</translation>
    </message>
    <message>
        <source>only reads</source>
        <translation>liest nur</translation>
    </message>
    <message>
        <source>changes things</source>
        <translation>ändert etwas</translation>
    </message>
    <message>
        <source>may destroy</source>
        <translation>zerstört vielleicht etwas</translation>
    </message>
    <message>
        <source>destroys nothing</source>
        <translation>zerstört nichts</translation>
    </message>
    <message>
        <source>may be repeated</source>
        <translation>darf wiederholt werden</translation>
    </message>
    <message>
        <source>reaches the outside</source>
        <translation>erreicht die Außenwelt</translation>
    </message>
    <message>
        <source>stays inside</source>
        <translation>bleibt innen</translation>
    </message>
    <message>
        <source>It says nothing about what it does to things.</source>
        <translation>Er sagt nichts darüber, was es bewirkt.</translation>
    </message>
    <message>
        <source>It says: {0}</source>
        <translation>Er sagt: {0}</translation>
    </message>
    <message>
        <source>{0} (shown, not believed)</source>
        <translation>{0} (gezeigt, nicht geglaubt)</translation>
    </message>
    <message>
        <source>about {0} tokens (estimate)</source>
        <translation>etwa {0} Token (geschätzt)</translation>
    </message>
    <message>
        <source>The program may not be run.</source>
        <translation>Das Programm darf nicht ausgeführt werden.</translation>
    </message>
    <message>
        <source>The file is not marked as a program, or your organisation does not allow it. Look at its rights, or choose another program.</source>
        <translation>Die Datei ist nicht als Programm markiert, oder die Organisation erlaubt es nicht. Ihre Rechte ansehen oder ein anderes Programm wählen.</translation>
    </message>
    <message>
        <source>The folder that it is to start in is not there.</source>
        <translation>Der Ordner, in dem er starten soll, ist nicht da.</translation>
    </message>
    <message>
        <source>Choose another folder in its settings, or leave it empty.</source>
        <translation>In den Einstellungen einen anderen Ordner wählen oder das Feld leer lassen.</translation>
    </message>
    <message>
        <source>The program ended by itself ({0}).</source>
        <translation>Das Programm hat sich selbst beendet ({0}).</translation>
    </message>
    <message>
        <source>Its last lines below mostly say why: a missing argument, package or key. Correct its settings, then start it again.</source>
        <translation>Die letzten Zeilen unten sagen meist, warum: Ein Argument, Paket oder Schlüssel fehlt. Die Einstellungen berichtigen, dann neu starten.</translation>
    </message>
    <message>
        <source>It did not answer within {0} seconds.</source>
        <translation>Er hat in {0} Sekunden nicht geantwortet.</translation>
    </message>
    <message>
        <source>A first start may have to fetch packages: try again, or give it more time in its settings.</source>
        <translation>Ein erster Start muss vielleicht Pakete laden: Noch einmal versuchen oder ihm in den Einstellungen mehr Zeit geben.</translation>
    </message>
    <message>
        <source>What answers does not speak MCP: {0}</source>
        <translation>Was antwortet, spricht nicht MCP: {0}</translation>
    </message>
    <message>
        <source>What answers does not speak MCP.</source>
        <translation>Was antwortet, spricht nicht MCP.</translation>
    </message>
    <message>
        <source>The command or the address may belong to something else. Look at the messages, and at the server&apos;s own instructions.</source>
        <translation>Der Befehl oder die Adresse gehört vielleicht zu etwas anderem. Die Nachrichten ansehen und die Anleitung des Servers.</translation>
    </message>
    <message>
        <source>The secret value of {0} is missing.</source>
        <translation>Der geheime Wert von {0} fehlt.</translation>
    </message>
    <message>
        <source>A secret value could not be read from the keyring.</source>
        <translation>Ein geheimer Wert konnte nicht aus dem Schlüsselbund gelesen werden.</translation>
    </message>
    <message>
        <source>Enter it again in the settings of this server.</source>
        <translation>Ihn in den Einstellungen dieses Servers neu eingeben.</translation>
    </message>
    <message>
        <source>It failed: {0}</source>
        <translation>Fehlgeschlagen: {0}</translation>
    </message>
    <message>
        <source>The log may say more. Start it again, or look for an update.</source>
        <translation>Das Protokoll sagt vielleicht mehr. Neu starten oder nach einer neuen Version sehen.</translation>
    </message>
    <message>
        <source>{0} cannot be reached.</source>
        <translation>{0} ist nicht zu erreichen.</translation>
    </message>
    <message>
        <source>Check the address and your network, and whether the server runs.</source>
        <translation>Die Adresse, das Netz und den Server prüfen.</translation>
    </message>
    <message>
        <source>The certificate of {0} is not trusted.</source>
        <translation>Dem Zertifikat von {0} wird nicht vertraut.</translation>
    </message>
    <message>
        <source>It may be of your organisation, or expired. Have it added to the certificates of this computer; do not go on without.</source>
        <translation>Es gehört vielleicht der Organisation oder ist abgelaufen. Es zu den Zertifikaten dieses Computers hinzufügen lassen; nicht ohne weitermachen.</translation>
    </message>
    <message>
        <source>It answered with the error {0}.</source>
        <translation>Er antwortete mit dem Fehler {0}.</translation>
    </message>
    <message>
        <source>The login did not succeed.</source>
        <translation>Die Anmeldung ist nicht gelungen.</translation>
    </message>
    <message>
        <source>Log in again and finish in the browser. Some servers want a client ID, which can be set in the settings.</source>
        <translation>Noch einmal anmelden und im Browser abschließen. Manche Server verlangen eine Client-ID, die in den Einstellungen stehen kann.</translation>
    </message>
    <message>
        <source>It wants a login or a key: log in, or set a header.</source>
        <translation>Er verlangt eine Anmeldung oder einen Schlüssel: anmelden oder eine Kopfzeile setzen.</translation>
    </message>
    <message>
        <source>The address may lack its end, mostly /mcp, or be of the older SSE kind.</source>
        <translation>Der Adresse fehlt vielleicht ihr Ende, meist /mcp, oder sie ist von der älteren Art SSE.</translation>
    </message>
    <message>
        <source>The fault is on its side. Try again later.</source>
        <translation>Der Fehler liegt auf seiner Seite. Später noch einmal versuchen.</translation>
    </message>
    <message>
        <source>Check the address and the headers.</source>
        <translation>Die Adresse und die Kopfzeilen prüfen.</translation>
    </message>
    <message>
        <source>signal {0}</source>
        <translation>Signal {0}</translation>
    </message>
    <message>
        <source>exit code {0}</source>
        <translation>Exit-Code {0}</translation>
    </message>
    <message>
        <source>“{0}” was not found on this computer.</source>
        <translation>„{0}“ wurde auf diesem Computer nicht gefunden.</translation>
    </message>
    <message>
        <source>It comes with Node.js. Install that, then start the server.</source>
        <translation>Es kommt mit Node.js. Das installieren, dann den Server starten.</translation>
    </message>
    <message>
        <source>It comes with uv. Install that, then start the server.</source>
        <translation>Es kommt mit uv. Das installieren, dann den Server starten.</translation>
    </message>
    <message>
        <source>Install it and let it run, then start the server.</source>
        <translation>Es installieren und laufen lassen, dann den Server starten.</translation>
    </message>
    <message>
        <source>Install Python, then start the server.</source>
        <translation>Python installieren, dann den Server starten.</translation>
    </message>
    <message>
        <source>Install it, or write the whole path of the program in the settings of this server.</source>
        <translation>Es installieren oder in den Einstellungen dieses Servers den ganzen Pfad des Programms angeben.</translation>
    </message>
    <message>
        <source>Its description gives the model orders: “{0}”</source>
        <translation>Seine Beschreibung gibt dem Modell Anweisungen: „{0}“</translation>
    </message>
    <message>
        <source>You are logged in. You can close this window.</source>
        <translation>Die Anmeldung ist erfolgt. Dieses Fenster kann geschlossen werden.</translation>
    </message>
    <message>
        <source>The login did not succeed. You can close this window.</source>
        <translation>Die Anmeldung ist fehlgeschlagen. Dieses Fenster kann geschlossen werden.</translation>
    </message>
    <message>
        <source>This page belongs to no login.</source>
        <translation>Diese Seite gehört zu keiner Anmeldung.</translation>
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
        <source>This looks like a key itself, and would be kept in a file.</source>
        <translation>Das sieht selbst nach einem Schlüssel aus und stünde in einer Datei.</translation>
    </message>
    <message>
        <source>Write the name of a variable, such as OPENAI_API_KEY.</source>
        <translation>Den Namen einer Variable schreiben, etwa OPENAI_API_KEY.</translation>
    </message>
    <message>
        <source>Write a command of one line, such as: pass show api/openai</source>
        <translation>Einen Befehl in einer Zeile schreiben, etwa: pass show api/openai</translation>
    </message>
    <message>
        <source>This is no address, such as http://proxy:3128.</source>
        <translation>Das ist keine Adresse wie etwa http://proxy:3128.</translation>
    </message>
    <message>
        <source>Begin with http://, https:// or socks5://.</source>
        <translation>Mit http://, https:// oder socks5:// beginnen.</translation>
    </message>
    <message>
        <source>Leave out name and password: this is kept in a file.</source>
        <translation>Name und Passwort weglassen: Das hier steht in einer Datei.</translation>
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
        <source>Use {0}</source>
        <translation>{0} verwenden</translation>
    </message>
    <message>
        <source>Waiting for the provider…</source>
        <translation>Warten auf den Anbieter…</translation>
    </message>
    <message>
        <source>{0} ms</source>
        <translation>{0} ms</translation>
    </message>
    <message>
        <source>models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>stream</source>
        <translation>Streaming</translation>
    </message>
    <message>
        <source>tools yes</source>
        <translation>Werkzeuge ja</translation>
    </message>
    <message>
        <source>tools accepted, though the model called none</source>
        <translation>Werkzeuge angenommen, doch das Modell rief keines auf</translation>
    </message>
    <message>
        <source>the list of models could not be read</source>
        <translation>die Liste der Modelle ließ sich nicht lesen</translation>
    </message>
    <message>
        <source>answers “{0}”</source>
        <translation>antwortet „{0}“</translation>
    </message>
    <message>
        <source>the model does not answer</source>
        <translation>das Modell antwortet nicht</translation>
    </message>
    <message>
        <source>streaming no</source>
        <translation>Streaming nein</translation>
    </message>
    <message>
        <source>tools no</source>
        <translation>Werkzeuge nein</translation>
    </message>
    <message>
        <source>streaming yes, in one piece</source>
        <translation>Streaming ja, in einem Stück</translation>
    </message>
    <message>
        <source>streaming yes, in {0} pieces</source>
        <translation>Streaming ja, in {0} Stücken</translation>
    </message>
    <message>
        <source>1 model</source>
        <translation>1 Modell</translation>
    </message>
    <message>
        <source>{0} models</source>
        <translation>{0} Modelle</translation>
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
        <source>Set by {0}</source>
        <translation>Vorgegeben von {0}</translation>
    </message>
    <message>
        <source>Set by your organisation</source>
        <translation>Von der Organisation vorgegeben</translation>
    </message>
    <message>
        <source>last used {0}</source>
        <translation>zuletzt {0}</translation>
    </message>
    <message>
        <source>Key rejected</source>
        <translation>Schlüssel abgelehnt</translation>
    </message>
    <message>
        <source>Not reached</source>
        <translation>Nicht erreicht</translation>
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
        <source>set by your organisation</source>
        <translation>von der Organisation vorgegeben</translation>
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
        <source>1 key</source>
        <translation>1 Schlüssel</translation>
    </message>
    <message>
        <source>{0} keys</source>
        <translation>{0} Schlüssel</translation>
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
        <source>Gemini</source>
        <translation>Gemini</translation>
    </message>
    <message>
        <source>Ollama</source>
        <translation>Ollama</translation>
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
        <source>Google Gemini</source>
        <translation>Google Gemini</translation>
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
    <message>
        <source>Changes a text file in a granted folder, after showing you what.</source>
        <translation>Ändert eine Textdatei in einem freigegebenen Ordner, nachdem die Änderung gezeigt wurde.</translation>
    </message>
    <message>
        <source>Looks for files by name or content in a granted folder.</source>
        <translation>Sucht Dateien nach Namen oder Inhalt in einem freigegebenen Ordner.</translation>
    </message>
    <message>
        <source>Runs Python apart from your files and without network, when you allow it.</source>
        <translation>Führt Python getrennt von den eigenen Dateien und ohne Netz aus, wenn es erlaubt wird.</translation>
    </message>
    <message>
        <source>Searches the web with the services below.</source>
        <translation>Durchsucht das Web mit den Diensten unten.</translation>
    </message>
    <message>
        <source>Reads a page of the public web.</source>
        <translation>Liest eine Seite des öffentlichen Webs.</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>{0} min ago</source>
        <translation>vor {0} min</translation>
    </message>
    <message>
        <source>today {0}</source>
        <translation>heute {0}</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>less than {0}</source>
        <translation>unter {0}</translation>
    </message>
    <message>
        <source>${0}</source>
        <translation>${0}</translation>
    </message>
    <message>
        <source>found here</source>
        <translation>hier gefunden</translation>
    </message>
    <message>
        <source>Any other address, filled in by hand</source>
        <translation>Jede andere Adresse, von Hand eingetragen</translation>
    </message>
    <message>
        <source>Other…</source>
        <translation>Anderer…</translation>
    </message>
    <message>
        <source>USA</source>
        <translation>USA</translation>
    </message>
    <message>
        <source>European Union</source>
        <translation>Europäische Union</translation>
    </message>
    <message>
        <source>China</source>
        <translation>China</translation>
    </message>
    <message>
        <source>worldwide</source>
        <translation>weltweit</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>dieser Computer</translation>
    </message>
    <message>
        <source>The keyring is “{0}”.</source>
        <translation>Der Schlüsselbund ist „{0}“.</translation>
    </message>
    <message>
        <source>The keyring takes long to answer.</source>
        <translation>Der Schlüsselbund lässt auf Antwort warten.</translation>
    </message>
    <message>
        <source>A test entry was written, read back the same, and removed.</source>
        <translation>Ein Testeintrag ließ sich schreiben, unverändert lesen und entfernen.</translation>
    </message>
    <message>
        <source>The keyring forgets what it is given.</source>
        <translation>Der Schlüsselbund vergisst, was er erhält.</translation>
    </message>
    <message>
        <source>The keyring is locked.</source>
        <translation>Der Schlüsselbund ist gesperrt.</translation>
    </message>
    <message>
        <source>The keyring refused, or you did not open it.</source>
        <translation>Der Schlüsselbund hat abgelehnt oder wurde nicht geöffnet.</translation>
    </message>
    <message>
        <source>The keyring did not answer in time.</source>
        <translation>Der Schlüsselbund hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>A test entry could not be kept in the keyring.</source>
        <translation>Ein Testeintrag ließ sich nicht im Schlüsselbund speichern.</translation>
    </message>
    <message>
        <source>{0}: its environment variable is not set.</source>
        <translation>{0}: Die Umgebungsvariable ist nicht gesetzt.</translation>
    </message>
    <message>
        <source>{0}: the program of its command is not there.</source>
        <translation>{0}: Das Programm des Befehls fehlt.</translation>
    </message>
    <message>
        <source>{0}: its command gave nothing out.</source>
        <translation>{0}: Der Befehl gab nichts aus.</translation>
    </message>
    <message>
        <source>{0}: its command did not end in time.</source>
        <translation>{0}: Der Befehl endete nicht rechtzeitig.</translation>
    </message>
    <message>
        <source>{0}: its command failed.</source>
        <translation>{0}: Der Befehl ist gescheitert.</translation>
    </message>
    <message>
        <source>{0}: its command is none.</source>
        <translation>{0}: Der Befehl ist keiner.</translation>
    </message>
    <message>
        <source>{0}: it is there and can be read.</source>
        <translation>{0}: vorhanden und lesbar.</translation>
    </message>
    <message>
        <source>{0}: it is not in the keyring.</source>
        <translation>{0}: nicht im Schlüsselbund.</translation>
    </message>
    <message>
        <source>{0}: its keyring is locked.</source>
        <translation>{0}: Der Schlüsselbund ist gesperrt.</translation>
    </message>
    <message>
        <source>{0}: the keyring does not hand it out.</source>
        <translation>{0}: Der Schlüsselbund gibt ihn nicht heraus.</translation>
    </message>
    <message>
        <source>{0}: reading it takes long.</source>
        <translation>{0}: Das Lesen dauert lange.</translation>
    </message>
    <message>
        <source>{0}: it cannot be read.</source>
        <translation>{0}: nicht lesbar.</translation>
    </message>
    <message>
        <source>Install the package gnome-keyring, then log out and in again.</source>
        <translation>Das Paket gnome-keyring installieren, dann ab- und wieder anmelden.</translation>
    </message>
    <message>
        <source>Open System Settings, KDE Wallet, and switch the wallet and its Secret Service on.</source>
        <translation>In den Systemeinstellungen unter KDE-Passwortspeicher den Passwortspeicher und seinen Secret Service einschalten.</translation>
    </message>
    <message>
        <source>Install gnome-keyring, or KeePassXC with its Secret Service switched on, and let it start with your desktop.</source>
        <translation>gnome-keyring installieren, oder KeePassXC mit eingeschaltetem Secret Service, und mit der Arbeitsumgebung starten lassen.</translation>
    </message>
    <message>
        <source>Open Passwords and Keys, choose the login keyring, and unlock it.</source>
        <translation>„Passwörter und Verschlüsselung“ öffnen, den Schlüsselbund „Anmeldung“ wählen und entsperren.</translation>
    </message>
    <message>
        <source>Open KWalletManager and open the wallet.</source>
        <translation>Im KWalletManager den Passwortspeicher öffnen.</translation>
    </message>
    <message>
        <source>Unlock the keyring in the program that keeps it, such as KeePassXC.</source>
        <translation>Den Schlüsselbund im Programm entsperren, das ihn führt, etwa KeePassXC.</translation>
    </message>
    <message>
        <source>There is no default keyring yet. In Passwords and Keys make one named Login, and choose Set as default.</source>
        <translation>Es gibt noch keinen Standardschlüsselbund. In „Passwörter und Verschlüsselung“ einen namens Login anlegen und als Vorgabe festlegen.</translation>
    </message>
    <message>
        <source>Make a wallet in KWalletManager, and let it answer the Secret Service.</source>
        <translation>Im KWalletManager einen Passwortspeicher anlegen und ihn für den Secret Service antworten lassen.</translation>
    </message>
    <message>
        <source>Make a keyring in the program that keeps it, and make it the default.</source>
        <translation>Im Programm, das Schlüsselbünde führt, einen anlegen und zur Vorgabe machen.</translation>
    </message>
    <message>
        <source>There is no desktop session that could ask for a password. Let the key come from an environment variable or a command.</source>
        <translation>Es gibt keine Desktop-Sitzung, die nach einem Passwort fragen könnte. Den Schlüssel aus einer Umgebungsvariable oder von einem Befehl kommen lassen.</translation>
    </message>
    <message>
        <source>Linux within Windows has no keyring. Let the key come from an environment variable or a command.</source>
        <translation>Linux unter Windows hat keinen Schlüsselbund. Den Schlüssel aus einer Umgebungsvariable oder von einem Befehl kommen lassen.</translation>
    </message>
    <message>
        <source>Allow it: flatpak override --user --talk-name=org.freedesktop.secrets followed by Callboard&apos;s application ID.</source>
        <translation>Erlauben mit: flatpak override --user --talk-name=org.freedesktop.secrets und dahinter Callboards Anwendungs-ID.</translation>
    </message>
    <message>
        <source>Allow it: snap connect callboard:password-manager-service</source>
        <translation>Erlauben mit: snap connect callboard:password-manager-service</translation>
    </message>
    <message>
        <source>Open Keychain Access, choose the keychain login, and unlock it.</source>
        <translation>Die Schlüsselbundverwaltung öffnen, den Schlüsselbund „Anmeldung“ wählen und entsperren.</translation>
    </message>
    <message>
        <source>Choose Always Allow when macOS asks. After an update of Callboard it asks once more.</source>
        <translation>„Immer erlauben“ wählen, wenn macOS fragt. Nach einem Update von Callboard fragt es noch einmal.</translation>
    </message>
    <message>
        <source>Open Keychain Access and see whether the keychain login can be opened.</source>
        <translation>Die Schlüsselbundverwaltung öffnen und sehen, ob sich der Schlüsselbund „Anmeldung“ öffnen lässt.</translation>
    </message>
    <message>
        <source>Open Services and see that Credential Manager is running.</source>
        <translation>Die Windows-Dienste öffnen und nachsehen, ob „Anmeldeinformationsverwaltung“ läuft.</translation>
    </message>
    <message>
        <source>A group policy forbids storing credentials. Ask whoever manages this PC.</source>
        <translation>Eine Gruppenrichtlinie verbietet das Speichern von Anmeldedaten. Bei der Verwaltung dieses PCs nachfragen.</translation>
    </message>
    <message>
        <source>PYTHON_KEYRING_BACKEND or the file keyringrc.cfg names a keyring that keeps nothing safely. Remove that line, and start Callboard again.</source>
        <translation>PYTHON_KEYRING_BACKEND oder die Datei keyringrc.cfg nennt einen Schlüsselbund, der nichts sicher aufbewahrt. Diese Zeile entfernen und Callboard neu starten.</translation>
    </message>
    <message>
        <source>Choose Replace and paste the key once more, or remove it here.</source>
        <translation>„Ersetzen“ wählen und den Schlüssel neu einfügen, oder ihn hier entfernen.</translation>
    </message>
    <message>
        <source>It may be waiting for your answer in another window. Look for one, and try again.</source>
        <translation>Vielleicht wartet er in einem anderen Fenster auf Antwort. Danach sehen und erneut versuchen.</translation>
    </message>
    <message>
        <source>Set the variable where your desktop starts programs, and start Callboard again.</source>
        <translation>Die Variable dort setzen, wo die Arbeitsumgebung Programme startet, und Callboard neu starten.</translation>
    </message>
    <message>
        <source>Run the command in a terminal: its output must be the key and no more.</source>
        <translation>Den Befehl in einem Terminal ausführen: Seine Ausgabe muss der Schlüssel sein und sonst nichts.</translation>
    </message>
    <message>
        <source>Rename the key</source>
        <translation>Schlüssel umbenennen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>default key</source>
        <translation>Standardschlüssel</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>from {0}</source>
        <translation>aus {0}</translation>
    </message>
    <message>
        <source>not shown</source>
        <translation>verdeckt</translation>
    </message>
    <message>
        <source>nothing yet</source>
        <translation>noch nichts</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} Token</translation>
    </message>
    <message>
        <source>{0}; what they cost is unknown.</source>
        <translation>{0}; was sie kosten, ist unbekannt.</translation>
    </message>
    <message>
        <source>{0} and unknown</source>
        <translation>{0} und unbekannt</translation>
    </message>
    <message>
        <source>{0}; some of them have no known price.</source>
        <translation>{0}; einige davon haben keinen bekannten Preis.</translation>
    </message>
    <message>
        <source>until Callboard closes</source>
        <translation>bis Callboard schließt</translation>
    </message>
    <message>
        <source>not tested</source>
        <translation>nicht getestet</translation>
    </message>
    <message>
        <source>works, tested today</source>
        <translation>geht, heute getestet</translation>
    </message>
    <message>
        <source>not tested since {0}</source>
        <translation>seit {0} nicht getestet</translation>
    </message>
    <message>
        <source>rejected</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>quota used up</source>
        <translation>Kontingent leer</translation>
    </message>
    <message>
        <source>too many requests</source>
        <translation>zu viele Anfragen</translation>
    </message>
    <message>
        <source>not reached</source>
        <translation>nicht erreicht</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>no secure connection</source>
        <translation>nicht sicher verbunden</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>not there</source>
        <translation>nicht da</translation>
    </message>
    <message>
        <source>model not found</source>
        <translation>Modell unbekannt</translation>
    </message>
    <message>
        <source>wrong address</source>
        <translation>falsche Adresse</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>gescheitert</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>{0} context</source>
        <translation>Kontext {0}</translation>
    </message>
    <message>
        <source>what it can do is unknown · {0}</source>
        <translation>Fähigkeiten unbekannt · {0}</translation>
    </message>
    <message>
        <source>price unknown</source>
        <translation>Preis unbekannt</translation>
    </message>
    <message>
        <source>free</source>
        <translation>kostenlos</translation>
    </message>
    <message>
        <source>${0} in, ${1} out</source>
        <translation>${0}&#xa0;ein, ${1}&#xa0;aus</translation>
    </message>
    <message>
        <source>you say so</source>
        <translation>eigene Angabe</translation>
    </message>
    <message>
        <source>Callboard tried it</source>
        <translation>von Callboard ausprobiert</translation>
    </message>
    <message>
        <source>the provider says so</source>
        <translation>laut Anbieter</translation>
    </message>
    <message>
        <source>a public list says so</source>
        <translation>laut öffentlicher Liste</translation>
    </message>
    <message>
        <source>nobody knows</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>Calls tools</source>
        <translation>Ruft Werkzeuge auf</translation>
    </message>
    <message>
        <source>Several calls at once</source>
        <translation>Mehrere Aufrufe auf einmal</translation>
    </message>
    <message>
        <source>Reads images</source>
        <translation>Liest Bilder</translation>
    </message>
    <message>
        <source>Reads PDF</source>
        <translation>Liest PDF</translation>
    </message>
    <message>
        <source>Thinks before it answers</source>
        <translation>Denkt, bevor es antwortet</translation>
    </message>
    <message>
        <source>Can be told how hard to think</source>
        <translation>Denkaufwand lässt sich einstellen</translation>
    </message>
    <message>
        <source>Streams its answer</source>
        <translation>Streamt die Antwort</translation>
    </message>
    <message>
        <source>Reports its usage</source>
        <translation>Meldet den Verbrauch</translation>
    </message>
    <message>
        <source>tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>images</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>thinks</source>
        <translation>denkt</translation>
    </message>
    <message>
        <source>Trying the next…</source>
        <translation>Das Nächste wird geprüft…</translation>
    </message>
    <message>
        <source>Sends up to {0} small requests, together at most {1} tokens in and {2} out.</source>
        <translation>Sendet bis zu {0} kleine Anfragen, zusammen höchstens {1} Token ein und {2} aus.</translation>
    </message>
    <message>
        <source>What that costs is unknown.</source>
        <translation>Was das kostet, ist unbekannt.</translation>
    </message>
    <message>
        <source>It costs nothing.</source>
        <translation>Es kostet nichts.</translation>
    </message>
    <message>
        <source>It costs {0} at most.</source>
        <translation>Es kostet höchstens {0}.</translation>
    </message>
    <message>
        <source>nothing can be said</source>
        <translation>keine Aussage möglich</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>Answers in one piece</source>
        <translation>Antwortet in einem Stück</translation>
    </message>
    <message>
        <source>Obeys a limit of length</source>
        <translation>Hält eine Längengrenze ein</translation>
    </message>
    <message>
        <source>Calls a tool</source>
        <translation>Ruft ein Werkzeug auf</translation>
    </message>
    <message>
        <source>Calls a tool without arguments</source>
        <translation>Ruft ein Werkzeug ohne Argumente auf</translation>
    </message>
    <message>
        <source>Writes a long argument whole</source>
        <translation>Schreibt ein langes Argument vollständig</translation>
    </message>
    <message>
        <source>Calls two tools at once</source>
        <translation>Ruft zwei Werkzeuge auf einmal auf</translation>
    </message>
    <message>
        <source>Goes on from a tool&apos;s result</source>
        <translation>Macht mit dem Ergebnis eines Werkzeugs weiter</translation>
    </message>
    <message>
        <source>Thinks, and takes its thoughts back</source>
        <translation>Denkt und nimmt sein Denken wieder an</translation>
    </message>
    <message>
        <source>Reads an image</source>
        <translation>Liest ein Bild</translation>
    </message>
    <message>
        <source>Reads a PDF</source>
        <translation>Liest ein PDF</translation>
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
        <source>{0} rounds</source>
        <translation>{0} Runden</translation>
    </message>
    <message>
        <source>{0} from a cache</source>
        <translation>{0} aus einem Cache</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>unbekannt</translation>
    </message>
    <message>
        <source>over {0}</source>
        <translation>über {0}</translation>
    </message>
    <message>
        <source>(no name)</source>
        <translation>(ohne Namen)</translation>
    </message>
    <message>
        <source>The web</source>
        <translation>Das Web</translation>
    </message>
    <message>
        <source>A SearXNG server that answers in JSON. It is asked first.</source>
        <translation>Ein SearXNG-Server, der in JSON antwortet. Er wird zuerst gefragt.</translation>
    </message>
    <message>
        <source>SearXNG address</source>
        <translation>SearXNG-Adresse</translation>
    </message>
    <message>
        <source>The tools of the web reach public addresses only, and these hosts. Separate them with commas.</source>
        <translation>Die Werkzeuge des Webs erreichen nur öffentliche Adressen und diese Rechner. Mit Kommas trennen.</translation>
    </message>
    <message>
        <source>Private hosts</source>
        <translation>Private Rechner</translation>
    </message>
    <message>
        <source>Take instructions out of what strangers wrote before the model reads it</source>
        <translation>Anweisungen aus Worten von Fremden nehmen, bevor das Modell sie liest</translation>
    </message>
    <message>
        <source>Paste a key</source>
        <translation>Einen Schlüssel einfügen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save the Tavily key</source>
        <translation>Den Tavily-Schlüssel speichern</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Remove the Tavily key</source>
        <translation>Den Tavily-Schlüssel entfernen</translation>
    </message>
    <message>
        <source>Tavily key</source>
        <translation>Tavily-Schlüssel</translation>
    </message>
    <message>
        <source>Python</source>
        <translation>Python</translation>
    </message>
    <message>
        <source>Callboard&apos;s own</source>
        <translation>Das von Callboard</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>Choose a Python interpreter</source>
        <translation>Einen Python-Interpreter wählen</translation>
    </message>
    <message>
        <source>Interpreter</source>
        <translation>Interpreter</translation>
    </message>
    <message>
        <source>The program that run_python starts, so that your packages are there.</source>
        <translation>Das Programm, das run_python startet, damit die eigenen Pakete da sind.</translation>
    </message>
    <message>
        <source>The Tavily key was removed.</source>
        <translation>Der Tavily-Schlüssel wurde entfernt.</translation>
    </message>
    <message>
        <source>Saved in the keyring.</source>
        <translation>Im Schlüsselbund gespeichert.</translation>
    </message>
    <message>
        <source>Asked where SearXNG does not answer.</source>
        <translation>Wird gefragt, wo SearXNG nicht antwortet.</translation>
    </message>
    <message>
        <source>Asks you first</source>
        <translation>Fragt zuerst</translation>
    </message>
    <message>
        <source>Only reads</source>
        <translation>Liest nur</translation>
    </message>
    <message>
        <source>Runs by itself</source>
        <translation>Läuft von selbst</translation>
    </message>
    <message>
        <source>As it comes: {0}</source>
        <translation>Wie mitgeliefert: {0}</translation>
    </message>
    <message>
        <source>Traces for a collector</source>
        <translation>Abläufe für einen Collector</translation>
    </message>
    <message>
        <source>When a turn ends, Callboard can tell a collector of yours about it, by OpenTelemetry (OTLP over HTTP). Sent are times, numbers of tokens, names of models, hosts and tools, and how each step ended; nothing of what was said, no arguments, no results. Of chats that are not kept it hears nothing.</source>
        <translation>Wenn eine Antwort endet, kann Callboard das einem eigenen Collector melden, über OpenTelemetry (OTLP über HTTP). Gesendet werden Zeiten, Tokenzahlen, Namen von Modellen, Hosts und Werkzeugen und wie jeder Schritt endete; nichts von dem, was gesagt wurde, keine Argumente, keine Ergebnisse. Von Chats, die nicht gespeichert werden, erfährt er nichts.</translation>
    </message>
    <message>
        <source>Empty: nothing is sent. /v1/traces is added to it.</source>
        <translation>Leer: Es wird nichts gesendet. /v1/traces wird ergänzt.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Only where the collector wants a key.</source>
        <translation>Nur wenn der Collector einen Schlüssel verlangt.</translation>
    </message>
    <message>
        <source>Header of the key</source>
        <translation>Header des Schlüssels</translation>
    </message>
    <message>
        <source>Save the collector&apos;s key</source>
        <translation>Den Schlüssel des Collectors speichern</translation>
    </message>
    <message>
        <source>Remove the collector&apos;s key</source>
        <translation>Den Schlüssel des Collectors entfernen</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Send a test span</source>
        <translation>Einen Probe-Span senden</translation>
    </message>
    <message>
        <source>Your organisation does not allow spans to go there.</source>
        <translation>Die Organisation erlaubt nicht, Spans dorthin zu senden.</translation>
    </message>
    <message>
        <source>This is not the name of a header.</source>
        <translation>Das ist kein Name eines Headers.</translation>
    </message>
    <message>
        <source>The collector&apos;s key was removed.</source>
        <translation>Der Schlüssel des Collectors wurde entfernt.</translation>
    </message>
    <message>
        <source>Sending…</source>
        <translation>Wird gesendet…</translation>
    </message>
    <message>
        <source>The collector took it.</source>
        <translation>Der Collector hat ihn angenommen.</translation>
    </message>
    <message>
        <source>The whole value of the header, such as “Bearer …”.</source>
        <translation>Der ganze Wert des Headers, etwa „Bearer …“.</translation>
    </message>
    <message>
        <source>Saved in the keyring. Without a header it is not sent.</source>
        <translation>Im Schlüsselbund gespeichert. Ohne Header wird er nicht gesendet.</translation>
    </message>
    <message>
        <source>The collector is there, and did not take the span. {0}</source>
        <translation>Der Collector ist da, hat den Span aber nicht angenommen. {0}</translation>
    </message>
    <message>
        <source>The collector did not accept the key: it answered {0}.</source>
        <translation>Der Collector hat den Schlüssel nicht akzeptiert: Er antwortete {0}.</translation>
    </message>
    <message>
        <source>There is no collector at this address: it answered {0}. By HTTP they usually listen at port 4318.</source>
        <translation>Unter dieser Adresse gibt es keinen Collector: Sie antwortete {0}. Über HTTP ist es meist Port 4318.</translation>
    </message>
    <message>
        <source>The collector takes no JSON: it answered {0}.</source>
        <translation>Der Collector nimmt kein JSON an: Er antwortete {0}.</translation>
    </message>
    <message>
        <source>The collector sends on to another address: it answered {0}. Callboard does not follow, as the key would go along.</source>
        <translation>Der Collector leitet an eine andere Adresse weiter: Er antwortete {0}. Callboard folgt nicht, denn der Schlüssel ginge mit.</translation>
    </message>
    <message>
        <source>The collector answered {0}.</source>
        <translation>Der Collector antwortete {0}.</translation>
    </message>
    <message>
        <source>Something answers there, but not as a collector does.</source>
        <translation>Dort antwortet etwas, aber nicht wie ein Collector.</translation>
    </message>
    <message>
        <source>The name of the header or the key has characters that cannot be sent.</source>
        <translation>Der Name des Headers oder der Schlüssel enthält Zeichen, die sich nicht senden lassen.</translation>
    </message>
    <message>
        <source>This is not an address that can be asked.</source>
        <translation>Das ist keine Adresse, die sich anfragen lässt.</translation>
    </message>
    <message>
        <source>The collector took longer than ten seconds.</source>
        <translation>Der Collector brauchte länger als zehn Sekunden.</translation>
    </message>
    <message>
        <source>The name of this host is not known. Check its spelling.</source>
        <translation>Der Name dieses Hosts ist nicht bekannt. Die Schreibweise prüfen.</translation>
    </message>
    <message>
        <source>Nothing answers at this address. Start the collector, or check its port: by HTTP usually 4318.</source>
        <translation>Unter dieser Adresse antwortet nichts. Den Collector starten oder den Port prüfen: über HTTP meist 4318.</translation>
    </message>
    <message>
        <source>The collector does not answer. A firewall may be in the way.</source>
        <translation>Der Collector antwortet nicht. Vielleicht ist eine Firewall im Weg.</translation>
    </message>
    <message>
        <source>This collector does not speak https.</source>
        <translation>Dieser Collector spricht kein https.</translation>
    </message>
    <message>
        <source>The collector closed the connection. Port 4317 speaks gRPC; by HTTP it is usually 4318.</source>
        <translation>Der Collector hat die Verbindung geschlossen. Port 4317 spricht gRPC; über HTTP ist es meist 4318.</translation>
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
        <translation>Wartet auf eine Antwort</translation>
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
        <source>Stopped here</source>
        <translation>Hier angehalten</translation>
    </message>
    <message>
        <source>The time that one turn may take was reached.</source>
        <translation>Die Zeit, die eine Antwort brauchen darf, ist um.</translation>
    </message>
    <message>
        <source>The limit of tokens in one turn was reached.</source>
        <translation>Die Grenze der Token einer Antwort ist erreicht.</translation>
    </message>
    <message>
        <source>The money that one turn may cost was reached.</source>
        <translation>Das Geld, das eine Antwort kosten darf, ist verbraucht.</translation>
    </message>
    <message>
        <source>The same call failed several times in a row.</source>
        <translation>Derselbe Aufruf schlug mehrmals hintereinander fehl.</translation>
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
        <source>Changes {0}.</source>
        <translation>Ändert {0}.</translation>
    </message>
    <message>
        <source>Runs apart from your files, without network, for a limited time.</source>
        <translation>Läuft getrennt von den eigenen Dateien, ohne Netz, für begrenzte Zeit.</translation>
    </message>
    <message>
        <source>This computer cannot keep it apart: it runs with your rights, may read and change your files, and reach the network.</source>
        <translation>Dieser Computer kann es nicht getrennt halten: Es läuft mit allen Rechten des Benutzers, darf Dateien lesen und ändern und das Netz erreichen.</translation>
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
        <source>Choose another API type in the profile: {0}.</source>
        <translation>Beim Anbieter eine andere API-Art wählen: {0}.</translation>
    </message>
    <message>
        <source>It looks like a key of {0}. Use it there, and enter one of this provider.</source>
        <translation>Er sieht nach einem Schlüssel von {0} aus. Dort verwenden und hier einen dieses Anbieters eingeben.</translation>
    </message>
    <message>
        <source>Its keys begin with {0}. Copy the whole key once more.</source>
        <translation>Seine Schlüssel beginnen mit {0}. Den ganzen Schlüssel noch einmal kopieren.</translation>
    </message>
    <message>
        <source>Check the key. Keys of other regions are only known at their own address: {0}.</source>
        <translation>Den Schlüssel prüfen. Schlüssel anderer Regionen gelten nur an ihrer eigenen Adresse: {0}.</translation>
    </message>
    <message>
        <source>Did you mean {0}? Or choose one from the provider&apos;s list.</source>
        <translation>War {0} gemeint? Sonst eines aus der Liste des Anbieters wählen.</translation>
    </message>
    <message>
        <source>Fetch it in Settings, Providers and keys, or choose one of: {0}.</source>
        <translation>In Einstellungen, Anbieter und Schlüssel herunterladen oder eines davon wählen: {0}.</translation>
    </message>
    <message>
        <source>Change the base URL in the profile to {0}.</source>
        <translation>Die Basis-URL des Anbieters auf {0} ändern.</translation>
    </message>
    <message>
        <source>Choose Retry. If it stays, try another model or server.</source>
        <translation>„Wiederholen“ wählen. Bleibt es dabei, ein anderes Modell oder einen anderen Server versuchen.</translation>
    </message>
    <message>
        <source>The reply is longer than Callboard reads: {0} bytes.</source>
        <translation>Die Antwort ist länger, als Callboard liest: {0} Bytes.</translation>
    </message>
    <message>
        <source>A line of the reply is longer than Callboard reads: {0} bytes.</source>
        <translation>Eine Zeile der Antwort ist länger, als Callboard liest: {0} Bytes.</translation>
    </message>
    <message>
        <source>The model called “{0}” in a way that cannot be answered.</source>
        <translation>Das Modell hat „{0}“ so aufgerufen, dass keine Antwort möglich ist.</translation>
    </message>
    <message>
        <source>The call has no ID. Choose Retry, or another model or server.</source>
        <translation>Der Aufruf hat keine ID. „Wiederholen“ oder ein anderes Modell oder einen anderen Server wählen.</translation>
    </message>
    <message>
        <source>Copy the base URL from the provider&apos;s documentation.</source>
        <translation>Die Basis-URL aus der Dokumentation des Anbieters kopieren.</translation>
    </message>
    <message>
        <source>There is no such API at this address.</source>
        <translation>Unter dieser Adresse gibt es keine solche API.</translation>
    </message>
    <message>
        <source>The version stands twice in the base URL.</source>
        <translation>Die Version steht zweimal in der Basis-URL.</translation>
    </message>
    <message>
        <source>The base URL goes too far: it holds an endpoint.</source>
        <translation>Die Basis-URL ist zu lang: Sie enthält einen Endpunkt.</translation>
    </message>
    <message>
        <source>A character too many ends the base URL.</source>
        <translation>Am Ende der Basis-URL steht ein Zeichen zu viel.</translation>
    </message>
    <message>
        <source>There is a web page at this address, and no API.</source>
        <translation>Unter dieser Adresse ist eine Webseite und keine API.</translation>
    </message>
    <message>
        <source>This address is only spoken to by https.</source>
        <translation>Diese Adresse spricht nur https.</translation>
    </message>
    <message>
        <source>Begin the base URL with https://.</source>
        <translation>Die Basis-URL mit https:// beginnen.</translation>
    </message>
    <message>
        <source>This server does not speak https.</source>
        <translation>Dieser Server spricht kein https.</translation>
    </message>
    <message>
        <source>Check the port. Beyond your own network, never send a key by plain http.</source>
        <translation>Den Port prüfen. Außerhalb des eigenen Netzwerks nie einen Schlüssel über einfaches http senden.</translation>
    </message>
    <message>
        <source>This host does not speak the profile&apos;s API type.</source>
        <translation>Dieser Host spricht die gewählte API-Art nicht.</translation>
    </message>
    <message>
        <source>Choose another API type in the profile.</source>
        <translation>Beim Anbieter eine andere API-Art wählen.</translation>
    </message>
    <message>
        <source>Enter the key in Settings, Providers and keys.</source>
        <translation>Den Schlüssel in Einstellungen, Anbieter und Schlüssel eingeben.</translation>
    </message>
    <message>
        <source>This is not a key of this provider.</source>
        <translation>Das ist kein Schlüssel dieses Anbieters.</translation>
    </message>
    <message>
        <source>The provider did not accept the key at this address.</source>
        <translation>Der Anbieter hat den Schlüssel an dieser Adresse nicht angenommen.</translation>
    </message>
    <message>
        <source>The key is only the example from a manual.</source>
        <translation>Der Schlüssel ist nur das Beispiel aus einer Anleitung.</translation>
    </message>
    <message>
        <source>Make a key on the provider&apos;s page and enter that one.</source>
        <translation>Auf der Seite des Anbieters einen Schlüssel anlegen und diesen eingeben.</translation>
    </message>
    <message>
        <source>This provider wants a key, and none is set.</source>
        <translation>Dieser Anbieter verlangt einen Schlüssel, und keiner ist gesetzt.</translation>
    </message>
    <message>
        <source>The provider does not have this model.</source>
        <translation>Der Anbieter hat dieses Modell nicht.</translation>
    </message>
    <message>
        <source>Choose a model from the provider&apos;s list.</source>
        <translation>Ein Modell aus der Liste des Anbieters wählen.</translation>
    </message>
    <message>
        <source>This model is not on the Ollama server yet.</source>
        <translation>Dieses Modell ist noch nicht auf dem Ollama-Server.</translation>
    </message>
    <message>
        <source>Fetch it in Settings, Providers and keys, at this provider.</source>
        <translation>In Einstellungen, Anbieter und Schlüssel bei diesem Anbieter herunterladen.</translation>
    </message>
    <message>
        <source>The provider does not serve the country you connect from.</source>
        <translation>Der Anbieter bedient das Land nicht, aus dem die Verbindung kommt.</translation>
    </message>
    <message>
        <source>Choose another provider, or turn off a VPN that leads elsewhere.</source>
        <translation>Einen anderen Anbieter wählen oder ein VPN ausschalten, das woandershin führt.</translation>
    </message>
    <message>
        <source>A guard before the provider did not let the request through.</source>
        <translation>Ein Schutz vor dem Anbieter hat die Anfrage nicht durchgelassen.</translation>
    </message>
    <message>
        <source>Try another network, or turn off a VPN. The key is not to blame.</source>
        <translation>Ein anderes Netzwerk versuchen oder ein VPN ausschalten. Am Schlüssel liegt es nicht.</translation>
    </message>
    <message>
        <source>This network wants you to log in first.</source>
        <translation>Dieses Netzwerk verlangt zuerst eine Anmeldung.</translation>
    </message>
    <message>
        <source>Open any page in your browser, log in, then choose Retry.</source>
        <translation>Im Browser eine beliebige Seite öffnen, anmelden, dann „Wiederholen“ wählen.</translation>
    </message>
    <message>
        <source>If you trust it, choose its certificate file in the profile&apos;s advanced settings, or add it to the system.</source>
        <translation>Wenn er vertrauenswürdig ist, seine Zertifikatsdatei in den erweiterten Einstellungen des Anbieters wählen oder dem System hinzufügen.</translation>
    </message>
    <message>
        <source>The clock of this computer seems to be wrong.</source>
        <translation>Die Uhr dieses Computers scheint falsch zu gehen.</translation>
    </message>
    <message>
        <source>Set date and time, then choose Retry.</source>
        <translation>Datum und Uhrzeit stellen, dann „Wiederholen“ wählen.</translation>
    </message>
    <message>
        <source>The host&apos;s certificate has expired.</source>
        <translation>Das Zertifikat des Hosts ist abgelaufen.</translation>
    </message>
    <message>
        <source>Check the date of this computer. If it is right, only the host can mend it.</source>
        <translation>Das Datum dieses Computers prüfen. Stimmt es, kann nur der Host das beheben.</translation>
    </message>
    <message>
        <source>The certificate belongs to another host.</source>
        <translation>Das Zertifikat gehört zu einem anderen Host.</translation>
    </message>
    <message>
        <source>Check the spelling of the base URL, and whether this network wants a login first.</source>
        <translation>Die Schreibweise der Basis-URL prüfen, und ob dieses Netzwerk zuerst eine Anmeldung verlangt.</translation>
    </message>
    <message>
        <source>Nobody this computer trusts vouches for the certificate of “{0}”.</source>
        <translation>Niemand, dem dieser Computer vertraut, bürgt für das Zertifikat von „{0}“.</translation>
    </message>
    <message>
        <source>The secure connection was signed by “{0}”, not by the provider.</source>
        <translation>Die sichere Verbindung ist von „{0}“ signiert, nicht vom Anbieter.</translation>
    </message>
    <message>
        <source>A firewall or virus scanner may read along. If it is your organisation&apos;s, ask for its certificate file and choose it in the profile&apos;s advanced settings.</source>
        <translation>Vielleicht liest eine Firewall oder ein Virenscanner mit. Gehört das zur eigenen Organisation, dort nach der Zertifikatsdatei fragen und sie in den erweiterten Einstellungen des Anbieters wählen.</translation>
    </message>
    <message>
        <source>The file of certificates cannot be used: {0}</source>
        <translation>Die Zertifikatsdatei ist nicht nutzbar: {0}</translation>
    </message>
    <message>
        <source>Choose a PEM file in the profile&apos;s advanced settings.</source>
        <translation>In den erweiterten Einstellungen des Anbieters eine PEM-Datei wählen.</translation>
    </message>
    <message>
        <source>Check the proxy in the profile, the system or the environment.</source>
        <translation>Den Proxy beim Anbieter, im System oder in der Umgebung prüfen.</translation>
    </message>
    <message>
        <source>The proxy {0} cannot be used.</source>
        <translation>Der Proxy {0} ist nicht nutzbar.</translation>
    </message>
    <message>
        <source>The proxy wants a user name and password.</source>
        <translation>Der Proxy verlangt Benutzernamen und Passwort.</translation>
    </message>
    <message>
        <source>Enter them in the profile&apos;s advanced settings.</source>
        <translation>In den erweiterten Einstellungen des Anbieters eingeben.</translation>
    </message>
    <message>
        <source>The proxy {0} does not answer.</source>
        <translation>Der Proxy {0} antwortet nicht.</translation>
    </message>
    <message>
        <source>The proxy {0} does not let this connection through.</source>
        <translation>Der Proxy {0} lässt diese Verbindung nicht durch.</translation>
    </message>
    <message>
        <source>Ask whoever runs it, or name the host as an exception (NO_PROXY).</source>
        <translation>Bei dessen Betreiber nachfragen oder den Host als Ausnahme nennen (NO_PROXY).</translation>
    </message>
    <message>
        <source>Check the spelling of the base URL, and the network.</source>
        <translation>Die Schreibweise der Basis-URL und das Netzwerk prüfen.</translation>
    </message>
    <message>
        <source>No name server answers: this computer may be offline.</source>
        <translation>Kein Namensserver antwortet: Vielleicht ist dieser Computer offline.</translation>
    </message>
    <message>
        <source>Check the network, then choose Retry.</source>
        <translation>Das Netzwerk prüfen, dann „Wiederholen“ wählen.</translation>
    </message>
    <message>
        <source>No way leads to this host.</source>
        <translation>Zu diesem Host führt kein Weg.</translation>
    </message>
    <message>
        <source>Check the network or VPN, and the number in the base URL.</source>
        <translation>Netzwerk oder VPN prüfen, und die Nummer in der Basis-URL.</translation>
    </message>
    <message>
        <source>The host does not answer.</source>
        <translation>Der Host antwortet nicht.</translation>
    </message>
    <message>
        <source>Check the base URL and the network. A firewall may be in the way.</source>
        <translation>Basis-URL und Netzwerk prüfen. Vielleicht ist eine Firewall im Weg.</translation>
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
        <source>A file could not be attached.</source>
        <translation>Eine Datei ließ sich nicht anhängen.</translation>
    </message>
    <message>
        <source>Choose another file, or send the message without it.</source>
        <translation>Eine andere Datei wählen oder die Nachricht ohne sie senden.</translation>
    </message>
    <message>
        <source>Something in Callboard failed.</source>
        <translation>In Callboard ist etwas gescheitert.</translation>
    </message>
    <message>
        <source>The chat is kept. Choose Retry; the log has the details.</source>
        <translation>Der Chat bleibt erhalten. „Wiederholen“ wählen; mehr steht im Protokoll.</translation>
    </message>
    <message>
        <source>Settings, Providers and keys, shows where this key comes from.</source>
        <translation>Einstellungen, Anbieter und Schlüssel zeigt, woher dieser Schlüssel kommt.</translation>
    </message>
    <message>
        <source>The key that was chosen for this chat has been removed.</source>
        <translation>Der für diesen Chat gewählte Schlüssel ist entfernt.</translation>
    </message>
    <message>
        <source>Choose another one in the chat&apos;s options, or the default key.</source>
        <translation>In den Chat-Einstellungen einen anderen oder den Standardschlüssel wählen.</translation>
    </message>
    <message>
        <source>The environment variable of this key is not set.</source>
        <translation>Die Umgebungsvariable dieses Schlüssels ist nicht gesetzt.</translation>
    </message>
    <message>
        <source>Set it and start Callboard again, or enter the key in Settings.</source>
        <translation>Sie setzen und Callboard neu starten, oder den Schlüssel in den Einstellungen eingeben.</translation>
    </message>
    <message>
        <source>The program that gives this key is not installed.</source>
        <translation>Das Programm, das diesen Schlüssel liefert, ist nicht installiert.</translation>
    </message>
    <message>
        <source>Install it, or write its whole path in Settings.</source>
        <translation>Es installieren oder in den Einstellungen seinen ganzen Pfad schreiben.</translation>
    </message>
    <message>
        <source>The command of this key cannot be run without a shell.</source>
        <translation>Der Befehl dieses Schlüssels läuft nicht ohne Shell.</translation>
    </message>
    <message>
        <source>Name a program instead of a batch file.</source>
        <translation>Ein Programm statt einer Batchdatei nennen.</translation>
    </message>
    <message>
        <source>The command that gives this key failed.</source>
        <translation>Der Befehl, der diesen Schlüssel liefert, ist gescheitert.</translation>
    </message>
    <message>
        <source>The command that gives this key did not answer in time.</source>
        <translation>Der Befehl, der diesen Schlüssel liefert, hat nicht rechtzeitig geantwortet.</translation>
    </message>
    <message>
        <source>It may wait for a password. Unlock it, then choose Retry.</source>
        <translation>Vielleicht wartet er auf ein Passwort. Entsperren, dann „Wiederholen“ wählen.</translation>
    </message>
    <message>
        <source>The command that gives this key printed nothing.</source>
        <translation>Der Befehl, der diesen Schlüssel liefert, gab nichts aus.</translation>
    </message>
    <message>
        <source>Nothing says where the key is.</source>
        <translation>Nirgends steht, wo der Schlüssel ist.</translation>
    </message>
    <message>
        <source>This is not the name of a variable, or not a command.</source>
        <translation>Das ist kein Name einer Variable oder kein Befehl.</translation>
    </message>
    <message>
        <source>Names have letters, digits and _. Quotes in a command must end.</source>
        <translation>Namen haben Buchstaben, Ziffern und _. Anführungszeichen in einem Befehl müssen enden.</translation>
    </message>
    <message>
        <source>This looks like a key itself.</source>
        <translation>Das sieht selbst nach einem Schlüssel aus.</translation>
    </message>
    <message>
        <source>It would be kept in a file. Add it as a key for the keyring.</source>
        <translation>Er stünde in einer Datei. Als Schlüssel für den Schlüsselbund hinzufügen.</translation>
    </message>
    <message>
        <source>Look for keys again.</source>
        <translation>Erneut nach Schlüsseln suchen.</translation>
    </message>
    <message>
        <source>The key is no longer where it was found.</source>
        <translation>Der Schlüssel ist nicht mehr dort, wo er gefunden wurde.</translation>
    </message>
    <message>
        <source>The key has changed since it was found.</source>
        <translation>Der Schlüssel hat sich geändert, seit er gefunden wurde.</translation>
    </message>
    <message>
        <source>The file is not there.</source>
        <translation>Die Datei ist nicht da.</translation>
    </message>
    <message>
        <source>The file is too large for settings.</source>
        <translation>Die Datei ist zu groß für Einstellungen.</translation>
    </message>
    <message>
        <source>The file cannot be read.</source>
        <translation>Die Datei ist nicht lesbar.</translation>
    </message>
    <message>
        <source>Check its permissions.</source>
        <translation>Ihre Rechte prüfen.</translation>
    </message>
    <message>
        <source>Ask whoever manages this computer.</source>
        <translation>Bei der Verwaltung dieses Computers nachfragen.</translation>
    </message>
    <message>
        <source>The monthly cap of this key is reached.</source>
        <translation>Die Monatsgrenze dieses Schlüssels ist erreicht.</translation>
    </message>
    <message>
        <source>Raise the cap in Settings, or choose another key for this chat.</source>
        <translation>Die Grenze in den Einstellungen anheben oder für diesen Chat einen anderen Schlüssel wählen.</translation>
    </message>
    <message>
        <source>Your organisation does not allow this host.</source>
        <translation>Die Organisation erlaubt diesen Host nicht.</translation>
    </message>
    <message>
        <source>Choose another provider.</source>
        <translation>Einen anderen Anbieter wählen.</translation>
    </message>
    <message>
        <source>Your organisation does not allow this kind of interface.</source>
        <translation>Die Organisation erlaubt diese API-Art nicht.</translation>
    </message>
    <message>
        <source>Your organisation&apos;s policy file cannot be read.</source>
        <translation>Die Richtliniendatei der Organisation ist nicht lesbar.</translation>
    </message>
    <message>
        <source>Nothing is sent until it is mended.</source>
        <translation>Bis sie in Ordnung ist, wird nichts gesendet.</translation>
    </message>
    <message>
        <source>The provider&apos;s list of models did not come in time.</source>
        <translation>Die Modellliste des Anbieters kam nicht rechtzeitig.</translation>
    </message>
    <message>
        <source>Try again, or type the name of a model.</source>
        <translation>Erneut versuchen oder den Namen eines Modells eingeben.</translation>
    </message>
    <message>
        <source>The provider&apos;s list of models is too long to be read.</source>
        <translation>Die Modellliste des Anbieters ist zu lang zum Lesen.</translation>
    </message>
    <message>
        <source>Check the base URL, or type the name of a model.</source>
        <translation>Die Basis-URL prüfen oder den Namen eines Modells eingeben.</translation>
    </message>
    <message>
        <source>The answer was not finished in time.</source>
        <translation>Die Antwort wurde nicht rechtzeitig fertig.</translation>
    </message>
    <message>
        <source>Try again: a local server may still be loading the model.</source>
        <translation>Erneut versuchen: Vielleicht lädt ein lokaler Server das Modell noch.</translation>
    </message>
</context>
<context>
    <name>trust</name>
    <message>
        <source>from outside</source>
        <translation>von außen</translation>
    </message>
    <message>
        <source>Public</source>
        <translation>Öffentlich</translation>
    </message>
    <message>
        <source>Internal</source>
        <translation>Intern</translation>
    </message>
    <message>
        <source>Secret</source>
        <translation>Geheim</translation>
    </message>
    <message>
        <source>Only what is public</source>
        <translation>Nur Öffentliches</translation>
    </message>
    <message>
        <source>Internal data too</source>
        <translation>Auch Internes</translation>
    </message>
    <message>
        <source>Everything, secrets too</source>
        <translation>Alles, auch Geheimes</translation>
    </message>
    <message>
        <source>Nothing leaves this computer</source>
        <translation>Nichts verlässt diesen Computer</translation>
    </message>
    <message>
        <source>Goes to one service that you set up</source>
        <translation>Geht an einen selbst eingerichteten Dienst</translation>
    </message>
    <message>
        <source>Goes to others as queries</source>
        <translation>Geht als Anfrage an andere</translation>
    </message>
    <message>
        <source>Goes wherever the model says</source>
        <translation>Geht dorthin, wohin das Modell will</translation>
    </message>
    <message>
        <source>Secret data stays on this computer</source>
        <translation>Geheimes bleibt auf diesem Computer</translation>
    </message>
    <message>
        <source>Internal data stays on this computer</source>
        <translation>Internes bleibt auf diesem Computer</translation>
    </message>
    <message>
        <source>Secret data may go to {0}</source>
        <translation>Geheimes darf an {0} gehen</translation>
    </message>
    <message>
        <source>Internal data may go to {0}</source>
        <translation>Internes darf an {0} gehen</translation>
    </message>
    <message>
        <source>Secret data may not go to {0}</source>
        <translation>Geheimes darf nicht an {0} gehen</translation>
    </message>
    <message>
        <source>Internal data may not go to {0}</source>
        <translation>Internes darf nicht an {0} gehen</translation>
    </message>
    <message>
        <source>Something secret was read in this chat.</source>
        <translation>In diesem Chat wurde etwas Geheimes gelesen.</translation>
    </message>
    <message>
        <source>Something internal was read in this chat.</source>
        <translation>In diesem Chat wurde etwas Internes gelesen.</translation>
    </message>
    <message>
        <source>{0} may be sent public data only.</source>
        <translation>{0} darf nur Öffentliches bekommen.</translation>
    </message>
    <message>
        <source>{0} may be sent internal data at most.</source>
        <translation>{0} darf höchstens Internes bekommen.</translation>
    </message>
    <message>
        <source>You said that this chat is private</source>
        <translation>Dieser Chat wurde als vertraulich bezeichnet</translation>
    </message>
    <message>
        <source>{0} brought something that reads like an instruction</source>
        <translation>{0} brachte etwas, das wie eine Anweisung klingt</translation>
    </message>
    <message>
        <source>{0} read {1}</source>
        <translation>{0} las {1}</translation>
    </message>
    <message>
        <source>{0} brought a result</source>
        <translation>{0} brachte ein Ergebnis</translation>
    </message>
</context>
</TS>
