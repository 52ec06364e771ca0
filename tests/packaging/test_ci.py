"""Continuous integration brings what dev.py would bring where it is root."""

from __future__ import annotations

import dev_system
from tests.conftest import ROOT


def test_the_workflow_installs_every_package_that_dev_knows_of() -> None:
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8").split()
    assert {need.apt for need in dev_system.EVERYTHING} <= set(workflow)


def test_the_workflow_and_the_script_run_the_same_command() -> None:
    workflow = (ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8")
    assert "packaging/dev.py test" in workflow
    assert '/packaging/dev.py" test' in (ROOT / ".ci" / "run").read_text(encoding="utf-8")
