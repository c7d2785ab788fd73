"""Whether words on a page are whole: none broken over two lines inside, none cut off by an ellipsis."""

from playwright.sync_api import Page

_BROKEN = """(selector) => [...document.querySelectorAll(selector)].flatMap((each) => {
  const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (const word of text.data.matchAll(/[A-Za-z]+/g)) {
      const range = document.createRange();
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      if (new Set([...range.getClientRects()].map((rect) => rect.top)).size > 1) broken.push(word[0]);
    }
  return broken;
})"""
_DIVIDED = """(selector) => [...document.querySelectorAll(selector)].map((each) => {
  const range = document.createRange();
  let line = "", last = null;
  const texts = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    for (let at = 0; at < text.length; at += 1) {
      range.setStart(text, at);
      range.setEnd(text, at + 1);
      const top = range.getBoundingClientRect().top;
      line += (last !== null && top > last + 4 ? "|" : "") + text.data[at];
      last = top;
    }
  return line;
})"""
_CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)
  .map((each) => each.textContent)"""


def broken_words(page: Page, selector: str) -> list[str]:
    """English ones: Japanese may go on at any letter."""
    found: list[str] = page.evaluate(_BROKEN, selector)
    return found


def divided_lines(page: Page, selector: str) -> list[str]:
    """Each text with a bar where it goes on in the next line."""
    found: list[str] = page.evaluate(_DIVIDED, selector)
    return found


def cut_texts(page: Page, selector: str) -> list[str]:
    found: list[str] = page.evaluate(_CUT, selector)
    return found
