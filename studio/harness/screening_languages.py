"""What reads like an instruction in other languages."""

import re

from studio.harness.screening_phrases import (
    EXFILTRATION,
    OVERRIDE,
    ROLE,
    SECRECY,
    TARGET,
    Phrase,
    phrase,
)

OTHERS = (
    # German
    phrase(
        OVERRIDE,
        "ignoriere|ignorier|ignorieren sie|vergiss|vergessen sie|missachte|missachten sie|übergehe",
        " (?:alle |alles |saemtliche |samtliche |die |deine |ihre |was ){0,4}(?:vorherigen|"
        "bisherigen|vorigen|fruheren|obigen|vorangegangenen|urspruenglichen|ursprunglichen|"
        r"zuvor|bisher|vorher|dir|ihnen|system|anweisungen|instruktionen)\b",
    ),
    phrase(
        OVERRIDE,
        "vorherigen|bisherigen|vorigen|früheren|obigen",
        " (?:anweisungen|instruktionen|befehle|vorgaben|regeln) {3}(?:ignorieren|ignoriere|"
        r"vergessen|missachten|ausser acht)\b",
    ),
    phrase(
        ROLE,
        "du bist jetzt|du bist nun|du bist ab sofort|sie sind jetzt|ab jetzt bist du|von nun "
        "an bist du",
        " (?:ein|eine|einen|der|die|das|im|kein|keine) {3}(?:ki|assistent|assistentin|"
        "modell|chatbot|bot|agent|hacker|pirat|modus|dan|uneingeschrankter?|unzensierter?|"
        r"anderer?|neuer?)\b",
    ),
    phrase(
        ROLE,
        "neue anweisungen|neue anweisung|neue systemanweisung|systemanweisung|systemprompt",
        r"\s{0,3}:",
    ),
    phrase(
        SECRECY,
        "sage|sag|erzähle|erzähl|verrate|teile|informiere|sagen sie|erwähne|zeige",
        r" {3}(?:dem|den|der) (?:benutzer|nutzer|anwender|nutzern|benutzern|nutzerin)\b "
        r"{3}(?:nichts|nicht|niemals|kein|davon nichts)\b",
    ),
    phrase(
        SECRECY,
        "ohne",
        " (?:es |dies |das )?(?:dem|den) (?:benutzer|nutzer|anwender) (?:davon |etwas |"
        "darueber |daruber )?(?:zu )?(?:sagen|informieren|erzahlen|mitzuteilen|verraten|"
        r"erwahnen)\b",
    ),
    phrase(
        EXFILTRATION,
        "sende|schicke|sende mir|übermittle|lade|poste|leite|senden sie",
        " (?:den|die|das|alle|alles|deine|meine|seine|ihre|diesen|diese|gesamten|ganzen) "
        "{3}(?:verlauf|chatverlauf|gesprach|unterhaltung|passworter|passwort|schlussel|api|"
        r"zugangsdaten|daten|dateien|inhalt|dokumente|nachrichten)\b(?:[\W_]{1,4}\w{1,20})"
        rf"{{0,8}}[\W_]{{1,6}}{TARGET}",
    ),
    # French
    phrase(
        OVERRIDE,
        "ignore|ignorez|ignorer|oublie|oubliez|oublier|négligez|ne tiens pas compte de|ne "
        "tenez pas compte de",
        " (?:toutes? |tous |tout |les |tes |vos |des ){0,3}(?:instructions?|consignes?|"
        r"directives?|ordres?|regles|ce qui)\b {3}(?:precedentes?|precedents?|anterieures?|"
        r"anterieurs?|ci dessus|initiales?|du systeme|precede)\b",
    ),
    phrase(
        ROLE,
        "tu es maintenant|tu es désormais|vous êtes maintenant|vous êtes désormais|à partir de "
        "maintenant tu es",
        " (?:un|une|le|la|en|l) {3}(?:ia|assistant|assistante|modele|chatbot|robot|agent|"
        r"pirate|hacker|mode|dan)\b",
    ),
    phrase(
        ROLE,
        "nouvelles instructions|nouvelle instruction|nouvelles consignes|message système|"
        "invite système",
        r"\s{0,3}:",
    ),
    phrase(
        SECRECY,
        "ne dis|ne dites|ne parle|ne parlez|ne révèle|ne révélez|n'informe|n'informez|ne "
        "mentionne|ne mentionnez",
        r" (?:pas|rien|jamais|surtout pas)\b {5}(?:a l|l|au|aux) ?(?:utilisateurs?|"
        r"utilisatrice|usager)\b",
    ),
    phrase(
        SECRECY,
        "sans",
        r" (?:le |en )?(?:dire|informer|parler|prevenir|avertir)\b {3}(?:a )?(?:l|les) "
        r"?(?:utilisateurs?|utilisatrice)\b",
    ),
    phrase(
        EXFILTRATION,
        "envoie|envoyez|transmets|transmettez|publie|téléverse|transfère|transférez",
        " (?:moi |toute? |tous |toutes |le |la |les |l |cette |ces |vos |tes )"
        "{1,3}{3}(?:conversation|historique|mots? de passe|cles?|identifiants|donnees|"
        r"fichiers?|documents?|secrets?|messages?)\b(?:[\W_]{1,4}\w{1,20})"
        rf"{{0,8}}[\W_]{{1,6}}{TARGET}",
    ),
    # Spanish
    phrase(
        OVERRIDE,
        "ignora|ignore|ignorad|olvida|olvide|omite|omita|descarta|descarte|haz caso omiso de|"
        "no hagas caso de",
        " (?:todas? |todos? |todo |las |los |lo |tus |sus ){0,3}(?:instrucciones|indicaciones|"
        r"ordenes|directrices|reglas|que)\b {3}(?:anteriores|previas|previos|precedentes|de "
        r"arriba|iniciales|del sistema|te han dicho|se te dijo)\b",
    ),
    phrase(
        ROLE,
        "ahora eres|a partir de ahora eres|desde ahora eres|ahora usted es",
        " (?:un|una|el|la|en) {3}(?:ia|asistente|modelo|chatbot|bot|agente|pirata|hacker|modo|"
        r"dan)\b",
    ),
    phrase(
        ROLE,
        "nuevas instrucciones|nueva instrucción|mensaje del sistema|instrucción del sistema",
        r"\s{0,3}:",
    ),
    phrase(
        SECRECY,
        "no le digas|no le diga|no digas|no diga|no informes|no informe|no reveles|no "
        "menciones|no se lo digas",
        r" {5}(?:al|a los|a la) (?:usuarios?|usuaria)\b",
    ),
    phrase(
        SECRECY,
        "sin",
        " (?:que )?(?:decirselo|decirle|decir|informar|avisar|contarle) {3}(?:al|a los|a la) "
        r"(?:usuarios?|usuaria)\b",
    ),
    phrase(
        EXFILTRATION,
        "envía|envíe|manda|mande|sube|suba|publica|reenvía|transmite",
        " (?:me |toda |todo |todas |todos |la |el |las |los |esta |este |tus |sus )"
        "{1,3}{3}(?:conversacion|historial|contrasenas?|claves?|credenciales|datos|"
        r"archivos?|documentos?|secretos?|mensajes?)\b(?:[\W_]{1,4}\w{1,20})"
        rf"{{0,8}}[\W_]{{1,6}}{TARGET}",
    ),
    # Italian, Portuguese, Russian: the most usual one
    phrase(
        OVERRIDE,
        "ignora|ignorate|dimentica|dimenticate",
        " (?:tutte |tutti |le |i |gli |qualsiasi ){0,3}(?:istruzioni|indicazioni|ordini|"
        r"regole|direttive) {3}(?:precedenti|anteriori|di sopra|iniziali|del sistema)\b",
    ),
    phrase(
        OVERRIDE,
        "ignore|ignora|esqueça|esquece|desconsidere|desconsidera",
        " (?:todas? |todos? |as |os |suas |tuas |quaisquer ){0,3}(?:instrucoes|orientacoes|"
        r"ordens|regras|diretrizes) {3}(?:anteriores|previas|acima|iniciais|do sistema)\b",
    ),
    phrase(
        OVERRIDE,
        "игнорируй|игнорируйте|проигнорируй|забудь|забудьте|не обращай внимания на",
        " (?:все |всё |любые |свои ){0,2}(?:предыдущие|прежние|прошлые|указанные выше|"
        "вышеуказанные|системные) (?:инструкции|указания|команды|правила|сообщения)",
    ),
)

# Scripts without spaces between words.
UNSPACED = (
    Phrase(
        OVERRIDE,
        ("忽略", "无视", "忽視", "無視", "忘记", "忘記", "忘掉", "不要理会", "不要遵守"),
        re.compile(
            ".{2,4}.{0,8}(?:之前|以前|先前|前面|上面|以上|此前|原有|所有|系统|系統).{0,8}(?:指令|指示|提示|命令|规则|規則|要求|说明|"
            "內容|内容)"
        ),
    ),
    Phrase(
        ROLE,
        ("你现在是", "你現在是", "从现在起", "從現在起", "从现在开始", "從現在開始"),
        re.compile(
            r".{4,5}.{0,12}(?:助手|模型|机器人|機器人|黑客|駭客|模式|必须|必須|只能|人工智能)"
        ),
    ),
    Phrase(
        ROLE,
        ("新的指令", "新指令", "系统提示", "系統提示", "系统指令", "系統指令"),
        re.compile(r".{3,4}\s{0,3}[::]"),
    ),
    Phrase(
        SECRECY,
        ("不要", "不得", "别", "別", "切勿", "请勿", "請勿"),
        re.compile(r".{1,2}.{0,3}(?:告诉|告訴|告知|通知|提醒|让|讓).{0,3}(?:用户|用戶|使用者)"),
    ),
    Phrase(
        EXFILTRATION,
        ("发送", "發送", "上传", "上傳", "转发", "轉發", "发到", "發到", "泄露"),
        re.compile(r".{2}.{0,40}(?:https?://|[a-z0-9._+-]{1,64}@[a-z0-9-]{1,63}\.)"),
    ),
    # Japanese and Korean: the most usual one
    Phrase(
        OVERRIDE,
        ("以前の指示", "これまでの指示", "前の指示", "上記の指示", "すべての指示", "以前の命令"),
        re.compile(r".{4,8}(?:を|は)?(?:すべて|全て)?(?:無視|忘れ)"),
    ),
    Phrase(
        OVERRIDE,
        ("이전 지시", "이전의 지시", "이전 명령", "위의 지시", "모든 지시"),
        re.compile(r".{5,8}.{0,6}(?:무시|잊어)"),
    ),
)
