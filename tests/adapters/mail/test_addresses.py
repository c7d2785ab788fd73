"""Addresses: what is one, what is not, and that nothing in a name or an address breaks out of its header."""

import pytest

from chabudai.adapters.mail import EmailAddress
from chabudai.adapters.mail.errors import InvalidEmailAddress, InvalidMessage


@pytest.mark.parametrize(
    "email",
    [
        "hanako@example.jp",
        "hanako+list@mail.example.co.jp",
        "o'brien@example.com",
        "a/b=c{d}@example.com",
        "root@localhost",
        "hana..ko@docomo.ne.jp",
        ".hanako.@ezweb.ne.jp",
        "Hanako@Example.JP",
        "x" * 64 + "@example.jp",
        "hanako@1.example.jp",
    ],
)
def test_an_address_stays_as_it_is(email: str) -> None:
    assert EmailAddress(email).email == email


@pytest.mark.parametrize(
    "email",
    [
        "",
        "@",
        "hanako",
        "hanako@",
        "@example.jp",
        "a@b@example.jp",
        "hanako@@example.jp",
        " hanako@example.jp",
        "hanako@example.jp ",
        "hana ko@example.jp",
        "hanako@exa mple.jp",
        "hanako@example..jp",
        "hanako@.example.jp",
        "hanako@example.jp.",
        "hanako@-example.jp",
        "hanako@example-.jp",
        "hanako@exam_ple.jp",
        "hanako@[127.0.0.1]",
        "hanako@example.jp>",
        "<hanako@example.jp>",
        "hanako@example.jp,taro@example.jp",
        '"hanako"@example.jp',
        "花子@example.jp",
        "hanako@example.jp\n",
        "hanako\n@example.jp",
        "hanako@example.jp\r\nBcc: victim@example.com",
        "hanako\0@example.jp",
        "hanako@example.jp\u2028",
        "hanako@\ud800.jp",
        "x" * 65 + "@example.jp",
        "hanako@" + "x" * 64 + ".jp",
        "hanako@" + "x." * 130 + "jp",
        "hanako@" + "日本" * 40 + ".jp",
    ],
)
def test_what_is_no_address_is_refused(email: str) -> None:
    with pytest.raises(InvalidEmailAddress):
        EmailAddress(email)


def test_a_bad_address_is_a_bad_message_and_is_named_in_the_error() -> None:
    with pytest.raises(InvalidMessage, match=r"Invalid e-mail address 'hanako': expected one such as"):
        EmailAddress("hanako")


def test_a_very_long_address_is_refused_at_once() -> None:
    with pytest.raises(InvalidEmailAddress, match="at most 254 characters"):
        EmailAddress("hanako@" + "é" * 1_000_000)


def test_a_domain_in_any_script_is_kept_in_ascii() -> None:
    assert EmailAddress("hanako@日本語.jp").email == "hanako@xn--wgv71a119e.jp"


@pytest.mark.parametrize("name", ["花子\n", "花子\r\nBcc: victim@example.com", "a\0b", "a\x85b", "a\u2029b", "\ud83c"])
def test_a_name_with_a_line_break_or_half_a_character_is_refused(name: str) -> None:
    with pytest.raises(InvalidEmailAddress, match="line breaks or control characters"):
        EmailAddress("hanako@example.jp", name)


def test_a_name_has_at_most_200_characters() -> None:
    assert EmailAddress("hanako@example.jp", "花" * 200).name == "花" * 200
    with pytest.raises(InvalidEmailAddress, match="at most 200"):
        EmailAddress("hanako@example.jp", "花" * 201)


@pytest.mark.parametrize(
    ("email", "path"),
    [
        ("hanako@example.jp", "hanako@example.jp"),
        ("hana.ko@example.jp", "hana.ko@example.jp"),
        ("hana..ko@docomo.ne.jp", '"hana..ko"@docomo.ne.jp'),
        ("hanako.@docomo.ne.jp", '"hanako."@docomo.ne.jp'),
        (".hanako@docomo.ne.jp", '".hanako"@docomo.ne.jp'),
    ],
)
def test_dots_out_of_place_are_quoted_on_the_wire(email: str, path: str) -> None:
    assert EmailAddress(email).path == path


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("house@example.jp", EmailAddress("house@example.jp")),
        (" house@example.jp ", EmailAddress("house@example.jp")),
        ("<house@example.jp>", EmailAddress("house@example.jp")),
        ("ちゃぶ台 <house@example.jp>", EmailAddress("house@example.jp", "ちゃぶ台")),
        ("House, The <house@example.jp>", EmailAddress("house@example.jp", "House, The")),
        ('"House, The" <house@example.jp>', EmailAddress("house@example.jp", "House, The")),
        ("a < b <house@example.jp>", EmailAddress("house@example.jp", "a < b")),
    ],
)
def test_an_address_is_read_from_a_setting(text: str, address: EmailAddress) -> None:
    assert EmailAddress.parse(text) == address


@pytest.mark.parametrize(
    "text", ["", "ちゃぶ台", "ちゃぶ台 <>", "ちゃぶ台 <house>", "a <house@example.jp", "a\n <house@example.jp>"]
)
def test_a_setting_that_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(InvalidEmailAddress):
        EmailAddress.parse(text)


def test_an_address_can_not_be_changed() -> None:
    with pytest.raises(AttributeError):
        EmailAddress("hanako@example.jp").email = "evil\n@example.com"  # type: ignore[misc]
