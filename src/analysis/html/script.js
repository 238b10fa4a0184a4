"use strict";
(() => {
  const find = (selector, root = document) => root.querySelector(selector);
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const games = all("section.game");
  const list = find("#list nav"), board = find("#board"), bar = find("#bar"), state = find("#state");
  const names = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
  let game = null, ply = 0, flipped = false;

  const svg = (name, attributes = {}) => {
    const element = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    return element;
  };
  const element = (name, text, className = "") => {
    const created = document.createElement(name);
    created.textContent = text;
    created.className = className;
    return created;
  };

  const links = games.map(section => {
    const link = element("a", section.dataset.title);
    link.href = "#g" + section.dataset.number;
    link.append(element("small", section.dataset.note));
    list.append(link);
    return link;
  });
  find("#list summary").textContent = games.length === 1 ? "1 game" : games.length + " games";

  const moves = () => game ? all(".move", game) : [];
  // Square numbers count from a8 along the ranks, as in a FEN; a turned board shows them backwards.
  const shown = square => flipped ? 63 - square : square;
  const square = name => name.charCodeAt(0) - 97 + 8 * (8 - Number(name[1]));

  const pieces = placement => {
    const squares = [];
    for (const letter of placement.replaceAll("/", "")) {
      if (letter >= "1" && letter <= "8") squares.push(...Array(Number(letter)).fill(null));
      else squares.push(letter);
    }
    return squares;
  };

  const drawArrow = (from, to) => {
    const center = name => {
      const at = shown(square(name));
      return [at % 8 + .5, Math.floor(at / 8) + .5];
    };
    const [x1, y1] = center(from), [x2, y2] = center(to);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [bx, by] = [x2 - .4 * dx, y2 - .4 * dy];
    const arrow = svg("svg", { class: "arrow", viewBox: "0 0 8 8" });
    arrow.append(svg("line", { x1: x1 + .25 * dx, y1: y1 + .25 * dy, x2: bx, y2: by }),
      svg("path", { d: `M${x2} ${y2}L${bx - .22 * dy} ${by + .22 * dx}L${bx + .22 * dy} ${by - .22 * dx}Z` }));
    board.append(arrow);
  };

  const drawDrop = to => {
    const at = shown(square(to));
    const arrow = svg("svg", { class: "arrow", viewBox: "0 0 8 8" });
    arrow.append(svg("circle", { cx: at % 8 + .5, cy: Math.floor(at / 8) + .5, r: .38 }));
    board.append(arrow);
  };

  const drawBoard = data => {
    board.replaceChildren();
    const squares = pieces(data.board || "8/8/8/8/8/8/8/8");
    const last = data.last ? [square(data.last.slice(0, 2)), square(data.last.slice(2, 4))] : [];
    for (let place = 0; place < 64; place++) {
      const at = shown(place), file = at % 8, rank = Math.floor(at / 8);
      const cell = element("div", "", (file + rank) % 2 ? "square dark" : "square");
      if (last.includes(at)) cell.classList.add("last");
      if (place % 8 === 0) cell.append(element("i", String(8 - rank), "rank"));
      if (place >= 56) cell.append(element("i", "abcdefgh"[file], "file"));
      const piece = squares[at];
      if (piece) {
        const kind = piece.toLowerCase(), isWhite = piece !== kind;
        const drawing = svg("svg", { class: isWhite ? "white-piece" : "black-piece", "data-piece": names[kind] });
        drawing.append(svg("use", { href: "#piece-" + kind }));
        cell.append(drawing);
      }
      board.append(cell);
    }
    if (data.best && data.best[1] === "@") drawDrop(data.best.slice(2));
    else if (data.best) drawArrow(data.best.slice(0, 2), data.best.slice(2, 4));
    find("div", bar).style.height = (data.chances ?? 50) + "%";
    bar.classList.toggle("flipped", flipped);
  };

  const describe = data => {
    const parts = [];
    if (data.judgement) {
      parts.push(element("span", data.judgement[0].toUpperCase() + data.judgement.slice(1) + ".", data.judgement));
      if (data.instead) parts.push(` Better was ${data.instead}.`);
      parts.push(element("br", ""));
    }
    if (data.score) {
      parts.push(element("b", data.end || (data.score === "#" ? "Checkmate" : data.score)));
      if (data.line) parts.push(` (depth ${data.depth}) ${data.line}`);
    }
    if (data.hand) parts.push(element("br", ""), `In hand: ${data.hand}`);
    state.replaceChildren(...parts);
  };

  const show = () => {
    games.forEach((section, i) => {
      section.hidden = section !== game;
      links[i].classList.toggle("current", section === game);
    });
    const steps = moves();
    ply = Math.max(0, Math.min(ply, steps.length - 1));
    steps.forEach((step, i) => step.classList.toggle("current", i === ply));
    const data = steps[ply] ? steps[ply].dataset : {};
    drawBoard(data);
    describe(data);
    const graph = game && find(".graph", game);
    if (graph) {
      const x = graph.viewBox.baseVal.width * ply / Math.max(1, steps.length - 1);
      const cursor = find(".cursor", graph);
      cursor.setAttribute("x1", x);
      cursor.setAttribute("x2", x);
    }
    if (steps[ply]) {
      const box = steps[ply].parentElement, top = steps[ply].offsetTop;
      if (top < box.scrollTop || top > box.scrollTop + box.clientHeight - 40) box.scrollTop = top - 60;
    }
    document.title = game ? game.dataset.title : "Analysis";
  };

  const go = (section, to) => {
    if (!section) return;
    game = section;
    ply = to;
    show();
    history.replaceState(null, "", `#g${game.dataset.number}m${ply}`);
  };

  // #g2m17: the second game, after 17 plies.
  const fromAddress = () => {
    const [, number, to] = location.hash.match(/^#g(\d+)(?:m(\d+))?$/) || [];
    const wanted = games.find(section => section.dataset.number === number);
    game = wanted || games[0] || null;
    ply = wanted && to ? Number(to) : 0;
    show();
    const link = links[games.indexOf(game)];
    if (link) list.scrollTop = link.offsetTop - list.offsetTop - list.clientHeight / 2;
  };

  const actions = {
    first: () => go(game, 0),
    previous: () => go(game, ply - 1),
    next: () => go(game, ply + 1),
    last: () => go(game, moves().length - 1),
    flip: () => { flipped = !flipped; show(); },
    previousGame: () => go(games[games.indexOf(game) - 1], 0),
    nextGame: () => go(games[games.indexOf(game) + 1], 0),
  };
  const keys = {
    ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last", f: "flip",
    PageUp: "previousGame", PageDown: "nextGame",
  };
  document.addEventListener("keydown", event => {
    const action = keys[event.key];
    if (!action || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    actions[action]();
  });
  find("#controls").addEventListener("click", event => {
    const button = event.target.closest("button");
    if (button) actions[button.dataset.action]();
  });
  document.addEventListener("click", event => {
    const graph = event.target.closest(".graph");
    if (!graph || event.target.closest("a")) return;
    const box = graph.getBoundingClientRect();
    go(game, Math.round((event.clientX - box.left) / box.width * (moves().length - 1)));
  });
  window.addEventListener("hashchange", fromAddress);
  if (matchMedia("(max-width: 1000px)").matches) find("#list").open = false;
  fromAddress();
})();
