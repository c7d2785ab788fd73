// What is rarely wanted on a game's page: the board from the other side, all of the screen for it, a comment, a sound.
(() => {
  "use strict";
  const { root, svg, words, cells, stones, find, all, positionAt, here, go, moveTo, dress, flip, faceSeen, nameCell, seen, list, tell, writeSfen, unpick } = globalThis.shogi;

  root.addEventListener("flip", () => {
    const isFlipped = flip();
    const { squares } = positionAt(here());
    root.toggleAttribute("data-flipped", isFlipped);
    svg.classList.add("still");
    for (const [at, stone] of stones) dress(stone, stone.face), moveTo(stone, at, 30, 32.5);
    for (const [n, label] of all(".coordinates text", svg).entries()) {
      const at = n % 9;
      label.textContent = n < 9 ? words.files[isFlipped ? at : 8 - at] : words.ranks[isFlipped ? 8 - at : at];
    }
    for (const use of all(".stand use", root)) use.setAttribute("href", `${root.dataset.sprite}#${faceSeen(use.closest("li").dataset.kind)}`);
    squares.forEach((face, at) => cells[seen(at)].setAttribute("aria-label", nameCell(at, face)));
    unpick();
    go(here());
  });

  root.addEventListener("zen", () => {
    const isOn = document.documentElement.classList.toggle("zen");
    if (isOn) document.documentElement.requestFullscreen?.().catch(() => {});
    else if (document.fullscreenElement) document.exitFullscreen();
  });
  document.addEventListener("fullscreenchange", () => document.fullscreenElement || document.documentElement.classList.remove("zen"));

  root.addEventListener("write", () => {
    const form = find("#note");
    if (!form || here().tried) return;
    find("[name='at']", form).value = here().at;
    find("textarea", form).value = find(`[data-note="${here().at}"]`, list())?.textContent || "";
    form.closest("dialog").showModal();
  });

  root.addEventListener("sfen", () => navigator.clipboard?.writeText(writeSfen(positionAt(here()))).then(() => tell("copied")));

  // A piece that is put down: a short knock of wood. It never says what is not seen.
  let speaker;

  function knock() {
    speaker ||= new AudioContext();
    const [source, gain, filter, length] = [speaker.createBufferSource(), speaker.createGain(), speaker.createBiquadFilter(), 0.05];
    source.buffer = speaker.createBuffer(1, speaker.sampleRate * length, speaker.sampleRate);
    source.buffer.getChannelData(0).forEach((_, at, samples) => (samples[at] = (Math.random() * 2 - 1) * (1 - at / samples.length) ** 6));
    Object.assign(filter, { type: "bandpass" }).frequency.value = 1500;
    gain.gain.value = 0.9;
    source.connect(filter).connect(gain).connect(speaker.destination);
    source.start();
  }

  root.addEventListener("stepped", () => root.dataset.sound === "on" && here().up && knock());
})();
