"use strict";
// Tables: a click on a column's head sorts by it, another one turns the order.
for (const table of document.querySelectorAll("table.sortable")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, column) => {
    head.tabIndex = 0;
    const sort = () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      heads.forEach(h => h.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const number = head.classList.contains("n");
      const value = row => {
        const cell = row.cells[column];
        if (!number) return cell.textContent;
        const x = parseFloat(cell.dataset.v ?? cell.textContent);
        return Number.isNaN(x) ? null : x;
      };
      const rows = [...table.tBodies[0].rows].map(row => [value(row), row]);
      rows.sort(([a], [b]) => {
        if (a === null || b === null) return (a === null) - (b === null); // n/a last
        const order = number ? (a < b ? -1 : a > b ? 1 : 0) : a.localeCompare(b);
        return down ? -order : order;
      });
      table.tBodies[0].append(...rows.map(([, row]) => row));
    };
    head.addEventListener("click", sort);
    head.addEventListener("keydown", e => { if (e.key === "Enter") sort(); });
  });
}

// Games: a board to step through. Squares are named a0 to i9, Red below.
const svgNS = "http://www.w3.org/2000/svg";
const make = (name, attributes) => {
  const e = document.createElementNS(svgNS, name);
  for (const k in attributes) e.setAttribute(k, attributes[k]);
  return e;
};
const x = square => 12 + 20 * (square.charCodeAt(0) - 97);
const y = square => 12 + 20 * (9 - square[1]);
const start = fen => {
  const board = {};
  fen.split(" ")[0].split("/").forEach((row, i) => {
    let file = 0;
    for (const c of row) {
      if (c >= "1" && c <= "9") { file += +c; continue; }
      board[String.fromCharCode(97 + file++) + (9 - i)] = { E: "B", e: "b", H: "N", h: "n" }[c] ?? c;
    }
  });
  return board;
};
for (const root of document.querySelectorAll(".games")) {
  const el = name => root.querySelector(`[data-el=${name}]`);
  const games = JSON.parse(el("data").textContent);
  let game = null, moves = [], ply = 0;
  const show = to => {
    ply = Math.max(0, Math.min(to, moves.length));
    const board = start(game.f);
    for (const m of moves.slice(0, ply)) {
      board[m.slice(2)] = board[m.slice(0, 2)];
      delete board[m.slice(0, 2)];
    }
    const pieces = Object.entries(board).map(([at, p]) => make("use", { href: "#p-" + p, x: x(at), y: y(at) }));
    const last = ply > 0 ? moves[ply - 1] : "";
    if (last) {
      pieces.push(make("circle", { class: "target", cx: x(last), cy: y(last), r: 4 }));
      pieces.push(make("circle", { class: "target", cx: x(last.slice(2)), cy: y(last.slice(2)), r: 9.5 }));
    }
    el("pieces").replaceChildren(...pieces);
    el("ply").value = ply;
    el("now").textContent = ply === moves.length ? game.e : last ? `${ply}. ${last} ${game.c[ply - 1]}` : "start";
    [...el("moves").rows].forEach((row, i) => row.classList.toggle("on", i === ply - 1));
    const row = el("moves").rows[ply - 1], box = el("moves").closest(".scroll");
    box.scrollTop = row ? row.offsetTop - box.clientHeight / 2 : 0;
  };
  const open = number => {
    game = games[number];
    moves = game.m ? game.m.match(/.{4}/g) : [];
    root.querySelector(".viewer").hidden = false;
    el("title").textContent = game.t;
    el("ply").max = moves.length;
    el("moves").replaceChildren(...moves.map((m, i) => {
      const row = document.createElement("tr");
      [i + 1, m, game.c[i], game.s[i]].forEach((text, j) => {
        const cell = row.insertCell();
        cell.textContent = text;
        if (j % 3 === 0) cell.className = "n";
      });
      row.addEventListener("click", () => show(i + 1));
      return row;
    }));
    show(0);
  };
  root.addEventListener("click", e => {
    const target = e.target.closest("button");
    if (!target) return;
    if (target.dataset.game !== undefined) {
      open(+target.dataset.game);
      root.querySelector(".viewer").scrollIntoView({ block: "nearest" });
    }
    const go = { first: 0, back: ply - 1, next: ply + 1, last: moves.length }[target.dataset.go];
    if (go !== undefined) show(go);
  });
  el("ply").addEventListener("input", e => show(+e.target.value));
  root.querySelector(".viewer").addEventListener("keydown", e => {
    if (e.target.tagName === "INPUT") return;
    if (e.key === "ArrowLeft") show(ply - 1);
    else if (e.key === "ArrowRight") show(ply + 1);
    else return;
    e.preventDefault();
  });
  if (games.length) open(0);
}
