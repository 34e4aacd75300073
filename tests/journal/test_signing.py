"""The key: made once, for its owner alone, and never overwritten."""

import base64
import hashlib
import os
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, load_pem_private_key

from controller import signing
from controller.game.fields import BadInput
from controller.signing import Signer, key_id, make_key, read_public, verify


def test_a_key_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    made = make_key(tmp_path / "key")
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["key"]
    assert Signer.load(tmp_path / "key").public_key == made.public_key


def test_a_key_file_is_what_other_programs_write_and_read(tmp_path: Path) -> None:
    public = make_key(tmp_path / "key").public_key
    pem = (tmp_path / "key").read_bytes()
    key = load_pem_private_key(pem, password=None)
    assert isinstance(key, Ed25519PrivateKey)
    assert public == f"ed25519:{key.public_key().public_bytes_raw().hex()}"
    assert key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()) == pem


def test_the_public_key_is_a_short_text_and_has_a_short_name(tmp_path: Path) -> None:
    public = make_key(tmp_path / "key").public_key
    raw = bytes.fromhex(public.removeprefix("ed25519:"))
    assert len(raw) == 32
    assert key_id(public) == hashlib.sha256(raw).hexdigest()[:16]
    assert read_public(f" {raw.hex().upper()}\n") == raw


def test_anyone_with_the_public_key_can_check_a_signature(tmp_path: Path) -> None:
    signer, other = make_key(tmp_path / "key"), make_key(tmp_path / "other")
    signature = signer.sign(b"head")
    Ed25519PublicKey.from_public_bytes(read_public(signer.public_key)).verify(signature, b"head")
    assert verify(signer.public_key, b"head", signature)
    assert not verify(signer.public_key, b"hear", signature)
    assert not verify(other.public_key, b"head", signature)
    assert not verify(signer.public_key, b"head", b"")


def test_a_key_is_never_overwritten(tmp_path: Path) -> None:
    public = make_key(tmp_path / "key").public_key
    with pytest.raises(BadInput, match="a key is never overwritten"):
        make_key(tmp_path / "key")
    assert Signer.load(tmp_path / "key").public_key == public
    assert os.listdir(tmp_path) == ["key"]


def test_a_key_that_was_not_written_whole_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(signing.os, "fsync", full)
    with pytest.raises(BadInput, match="a place for a key"):
        make_key(tmp_path / "key")
    assert not (tmp_path / "key").exists()


@pytest.mark.parametrize("mode", [0o640, 0o604])
def test_a_key_that_others_can_read_is_refused(tmp_path: Path, mode: int) -> None:
    make_key(tmp_path / "key")
    (tmp_path / "key").chmod(mode)
    with pytest.raises(BadInput, match="only its owner can read"):
        Signer.load(tmp_path / "key")


def test_what_is_no_key_is_refused_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "key"
    other = X25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    make_key(tmp_path / "good")
    head, text, foot = (tmp_path / "good").read_bytes().splitlines(keepends=True)
    der = base64.b64decode(text)
    near = [head + base64.b64encode(bad) + b"\n" + foot for bad in (der[:-1], der + b"0", b"1" + der[1:])]
    for content in (b"", head, bytes(200), other, head + foot, head + b"?" + text + foot, *near):
        file.write_bytes(content)
        file.chmod(0o600)
        with pytest.raises(BadInput, match="expected an Ed25519 private key in PEM") as caught:
            Signer.load(file)
        assert "\n" not in str(caught.value)
    with pytest.raises(BadInput, match="No such file"):
        Signer.load(tmp_path / "gone")


@pytest.mark.parametrize("text", ["", "ed25519:", "ed25519:" + "0" * 63, "x" * 64, "ed25519:" + "00 " * 32, "é"])
def test_what_is_no_public_key_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match=r"^public key: expected ed25519: and 64 hexadecimal digits"):
        read_public(text)
