/* A busy machine: what a page puts off until after its painting comes a second late. Run in the page. */
const later = window.setTimeout.bind(window)
window.requestAnimationFrame = (work) => later(() => work(performance.now()), 1_000)
window.setTimeout = (work, ms = 0, ...args) => later(work, ms + 1_000, ...args)
