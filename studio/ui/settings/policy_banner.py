"""What the organisation sets for everybody on this computer, above the providers."""

from PySide6.QtWidgets import QFrame, QVBoxLayout

from studio.core.policy import Policy
from studio.ui.dialect_texts import dialect_name
from studio.ui.settings.parts import labelled, policy_text


class PolicyBanner(QFrame):
    """Lives as long as its page. Hidden where nothing is set that concerns providers."""

    def __init__(self, policy: Policy) -> None:
        super().__init__()
        self.setProperty("kind", "notice" if policy.fault else "header")
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 10, 16, 10)
        column.setSpacing(2)
        lines = self._fault(policy) if policy.fault else self._rules(policy)
        for number, line in enumerate(lines):
            column.addWidget(labelled(line, "secondary" if number else "small"))
        self.setAccessibleName("\n".join(lines))
        self.setVisible(bool(lines))

    def _fault(self, policy: Policy) -> list[str]:
        title = self.tr("The settings file of your organisation cannot be used: nothing is sent.")
        return [title, policy.fault, self.tr("Ask whoever manages this computer.")]

    def _rules(self, policy: Policy) -> list[str]:
        rules = []
        if policy.allowed_hosts is not None:
            hosts = ", ".join(policy.allowed_hosts) or self.tr("none")
            rules.append(self.tr("Hosts that may be asked: {0}").format(hosts))
        if policy.allowed_dialects is not None:
            names = ", ".join(map(dialect_name, policy.allowed_dialects)) or self.tr("none")
            rules.append(self.tr("API types that may be used: {0}").format(names))
        return [policy_text(policy.organisation), *rules] if rules else []
