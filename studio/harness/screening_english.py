"""What reads like an instruction in English, the marks of chats' inner formats, and what the
descriptions of tools order."""

from studio.harness.screening_phrases import (
    ADDRESSED,
    EXFILTRATION,
    OVERRIDE,
    ROLE,
    SECRECY,
    STEERING,
    TARGET,
    TEMPLATE,
    TOOL_CALL,
    phrase,
    signs,
)

_TOLD = r"(?:instructions?|prompts?|directives?|orders?|rules|guidelines|commands?|programming)\b"
_OWN = r"(?:instructions?|prompts?|directives?|rules|guidelines|programming|training|guardrails)\b"
_BEFORE = (
    r"(?:previous|prior|preceding|above|earlier|former|foregoing|existing|original|initial|system|"
    r"safety|developer)"
)
_MODEL = (
    r"(?:ai|llms?|gpt|chatgpt|claude|gemini|copilot|chatbots?|language models?|"
    r"large language models?|(?:ai|automated|virtual|llm) (?:assistants?|agents?|models?|systems?))"
)
_PEOPLE = (
    r"(?! (?:users?|customers?|subscribers?|developers?|members?|engineers?|researchers?|admins?|"
    r"companies|company|startups?|enthusiasts?|skeptics?|experts?|artists?|students?|professionals?)\b)"
)
_OTHER_SELF = (
    r"(?:unrestricted|unfiltered|jailbroken|uncensored|evil|dan|developer mode|god mode|"
    r"admin mode|root|maintenance mode|debug mode|\w{1,20} mode|assistants?|chatbots?|bots?|ai|"
    r"language models?|agents?|hackers?|pirates?|personas?|different|new)\b"
)
_PRIVATE = (
    r"(?:conversations?|chats?|chat (?:history|log)s?|history|system prompts?|prompts?|api keys?|"
    r"keys?|passwords?|credentials?|secrets?|tokens?|cookies?|environment variables?|env|ssh keys?|"
    r"private \w{1,20}|confidential \w{1,20}|personal (?:data|information|details)|user data|"
    r"users? (?:data|information|details|files?|messages?)|files?|file contents?|contents?|"
    r"results?|data|documents?|emails?|messages?|memory|memories)\b"
)

ENGLISH = (
    phrase(
        OVERRIDE,
        "ignore|disregard|forget|neglect|overlook",
        r" (?:about )?(?:(?:all|any|every|each|of|my|the|your|these|those|and) ){0,5}"
        rf"(?:{_BEFORE} ){{1,3}}(?:\w{{1,20}} ){{0,2}}{_TOLD}",
    ),
    phrase(
        OVERRIDE,
        "ignore|disregard|forget|override|bypass",
        r" (?:(?:all|any|of|every) ){0,3}(?:your|safety|system|developer) (?:\w{1,20} ){0,2}"
        rf"{_OWN}",
    ),
    phrase(
        OVERRIDE,
        "ignore|disregard|forget",
        r" (?:(?:all|any) (?:of )?(?:the |these |those )?(?:instructions|prompts|directives)|"
        r"all (?:of )?(?:the |these |those )?(?:previous|prior|earlier|above) messages)\b",
    ),
    phrase(
        OVERRIDE,
        "ignore|disregard|forget",
        r" (?:everything|anything|all|what) (?:that )?(?:above|before|you (?:were|have been|ve "
        r"been|know|are|had been) (?:told|instructed|given|about|asked|trained)|previously|"
        r"(?:was|came) before)\b",
    ),
    phrase(OVERRIDE, "do not|don't|never", rf" (?:follow|obey) {{3}}{_BEFORE} {{3}}{_TOLD}\b"),
    phrase(
        OVERRIDE,
        "new|updated|real|actual",
        r" (?:system )?(?:instructions?|prompt|directives?)\s{0,3}(?:for you|follow|begin|"
        r"are)?\s{0,3}:",
    ),
    phrase(
        ROLE,
        "you are now",
        rf" (?:(?:an?|the|in|my|playing|acting|operating|as) ){{0,3}}{{3}}{_OTHER_SELF}",
    ),
    phrase(
        ROLE,
        "from now on",
        " (?:you(?:r| are| must| will| should| have to)?) (?:an?|act|respond|answer|reply|"
        r"only|obey|ignore|pretend|follow|behave|output)\b",
    ),
    phrase(
        ROLE,
        "pretend|act",
        r" (?:to be|you are|you re|as if you (?:are|were)|as) (?:an? ){0,1}(?:\w{1,20} )"
        r"{0,2}(?:unrestricted|unfiltered|jailbroken|uncensored|evil|dan|different ai)\b",
    ),
    phrase(
        ROLE,
        "enter|enable|activate|switch to",
        r" (?:developer|dan|god|jailbreak|unrestricted|sudo|admin) mode\b",
    ),
    phrase(
        ROLE,
        "system prompt|system message|system override|system instruction|system note|system "
        "update|developer message|admin override",
        r"s?[\]*_)]{0,4}\s{0,3}[:\]]",
    ),
    phrase(
        ADDRESSED,
        "if you are|if you're|when you are",
        rf" (?:an? |the |any )?(?:\w{{1,20}} )?{_MODEL}\b{_PEOPLE}",
    ),
    phrase(
        ADDRESSED,
        "attention|note to|notice to|message to|message for|instruction to|instructions to|"
        "instructions for|important for|note for",
        rf" (?:all |any |the |every )?(?:\w{{1,20}} )?{_MODEL}(?: (?:reading|processing|"
        r"summarizing|parsing|agents?|models?|assistants?)(?: this)?(?: \w{1,20})?)?\s{0,3}[:!-]",
    ),
    phrase(
        ADDRESSED,
        "dear|hey|hello",
        r" (?:ai|llm|gpt|chatgpt|chatbot|language model|ai (?:assistant|agent|model))\s{0,2}[,:!]",
    ),
    phrase(
        TOOL_CALL,
        "before",
        " (?:answering|responding|you answer|you respond|replying|doing anything(?: else)?|"
        r"proceeding|continuing) {5}(?:call|invoke|use|run|execute|fetch|open|visit|read)\b "
        r"{5}(?:tools?|functions?|commands?|urls?|https?|files?)\b",
    ),
    phrase(
        TOOL_CALL,
        "you must|you should|you need to|immediately|now|please|then|first",
        " (?:immediately |now |first |then )?(?:call|invoke|use|run|execute) (?:the |your )"
        r"(?:\w{1,40} )?(?:tool|function|shell|terminal|bash)\b {5}(?:to|with|and) {3}(?:send|"
        r"delete|read|fetch|post|upload|remove|write|execute|run|email|get|forward)\b",
    ),
    phrase(
        SECRECY,
        "do not|don't|never|without",
        " (?:tell|telling|inform|informing|mention|mentioning|reveal|revealing|disclose|"
        r"disclosing|say|saying|admit)\b {5}(?:the |any )(?:user|human|operator)s?\b"
        r"(?! (?:interface|agent|name|s\b))",
    ),
    phrase(
        SECRECY,
        "keep|hide|conceal",
        r" (?:this|that|it|these|them)\b {3}(?:from|secret from) the (?:user|human|operator)\b",
    ),
    phrase(
        SECRECY,
        "the user",
        " (?:must|should|may) (?:not|never) (?:know|see|find out|be told|notice|learn|be "
        r"informed)\b",
    ),
    phrase(
        EXFILTRATION,
        "send|post|upload|forward|email|submit|transmit|exfiltrate|leak|append|include|encode|"
        "copy|deliver|share|put",
        " (?:(?:me|us|a|copy|of|all|the|any|this|that|these|those|your|our|my|their|entire|"
        "full|whole|complete|every|previous|user|users?|s|its|and|content|contents) )"
        rf"{{1,6}}(?:\w{{1,20}} ){{0,2}}{_PRIVATE}(?:[\W_]{{1,4}}\w{{1,20}})"
        rf"{{0,8}}[\W_]{{1,6}}{TARGET}",
    ),
)

SIGNS = (
    *signs(TEMPLATE, "<|im_start|>", "<|im_end|>", "<|system|>", "<|user|>", "<|assistant|>"),
    *signs(TEMPLATE, "<|endoftext|>", "<|eot_id|>", "<|start_header_id|>", "<|end_header_id|>"),
    *signs(TEMPLATE, "<|begin_of_text|>", "<|channel|>", "<|message|>", "<|endofprompt|>"),
    *signs(TEMPLATE, "[inst]", "[/inst]", "<<sys>>", "<</sys>>", "[system_prompt]"),
    *signs(TEMPLATE, "<start_of_turn>", "<end_of_turn>", "<|turn>"),
    *signs(TEMPLATE, "<system>", "</system>", "<system_prompt>", "</system_prompt>"),
    *signs(TEMPLATE, "<system-reminder>", "</system-reminder>", "<|endofsystem|>"),
    *signs(TEMPLATE, "[end of content from", "[begin of content from"),
    *signs(TOOL_CALL, "<tool_call>", "<tool_calls>", "<function_call>", "<function_calls>"),
    *signs(TOOL_CALL, "<invoke name=", "<tool_use>", "<tool_result>", "<function_results>"),
    *signs(TOOL_CALL, "[tool_calls]", "<|tool_call", "<|python_tag|>", "<tool_response>"),
)

# Said by the descriptions of tools alone; in a page they would be nothing unusual.
DESCRIPTIONS = (
    phrase(
        STEERING,
        "before|when|while|after",
        " (?:using|calling|running|you use|you call|you run) (?:this|the|any) (?:other )"
        r"?(?:tool|function)s?\b {5}(?:read|open|pass|include|send|call|fetch|list|get|access)"
        r"\b",
    ),
    phrase(
        STEERING,
        "always|you must|must always",
        " (?:first )?(?:use|call|run|prefer|invoke) this (?:tool|function) (?:first|before|"
        r"instead|for every|for all|whenever|on every)\b",
    ),
    phrase(
        STEERING,
        "instead of",
        r" (?:using |calling )?(?:the |any )?(?:other|another|\w{1,40}) (?:tool|function)s?\b",
    ),
    phrase(
        STEERING,
        "do not use|never use|don't use|stop using",
        r" (?:the |any )?(?:other |\w{1,40} )(?:tool|function)s?\b",
    ),
    phrase(
        STEERING,
        "read|open|access|pass|include|contents of|content of|cat",
        " {5}(?:id rsa|id ed25519|ssh|env|mcp json|aws credentials|etc passwd|etc shadow|"
        r"netrc|credentials|cursor mcp json|config json)\b",
    ),
    *signs(STEERING, "<important>", "<critical>", "<secret>", "<hidden>", "<instructions>"),
)
