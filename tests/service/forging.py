"""A journal made anew by an insider: good hashes and signatures, and one record that was never so."""

import json
import sqlite3
from pathlib import Path
from typing import Any

from controller.chain import BEFORE_ALL, link, signed_body
from controller.journal_file import make_schema
from controller.signing import Signer


def forged(source: Path, target: Path, key: Path, kind: str) -> None:
    """The last record of that kind but one tells something else."""
    signer = Signer.load(key)
    with sqlite3.connect(source) as db:
        rows = db.execute("SELECT kind, wall, mono, boot, body FROM records ORDER BY seq").fetchall()
    db.close()
    last = max(n for n, row in enumerate(rows) if row[0] == kind)
    made, before = [], BEFORE_ALL
    for n, (name, wall, mono, boot, text) in enumerate(rows):
        body = signed_body(before, signer) if name == "signed" else json.loads(text)
        before, row = link(before, name, _lie(body, kind) if n == last else body, wall, mono, boot)
        made.append(row)
    with sqlite3.connect(target) as db:
        make_schema(db)
        db.executemany("INSERT INTO records VALUES (?, ?, ?, ?, ?, ?, ?)", made)
    db.close()


def _lie(body: dict[str, Any], kind: str) -> dict[str, Any]:
    if kind == "snapshot":
        body["table"]["table"]["number"] = "seven"
    elif kind == "event":
        body["event"] = {"event": "press", "button": "next", "seat": None}
    else:
        body["effects"] = [*body["effects"], {"effect": "lock", "closed": True}]
    return body
