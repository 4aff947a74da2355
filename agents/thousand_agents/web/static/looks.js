// Theme and suits, before anything is drawn. A plain script, so that nothing flickers.
"use strict";
(function () {
  const root = document.documentElement;
  for (const name of ["theme", "suits"]) {
    let value = null;
    try { value = localStorage.getItem(name); } catch { /* storage may be forbidden */ }
    root.dataset[name] = value || { theme: "auto", suits: "four" }[name];
  }
})();
