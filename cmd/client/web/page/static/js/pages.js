// The pages that are loaded when they are wanted, all at once: in parts of their
// own, what they share would be many small files.

export { learnPage } from './learn.js';
export { exercisesPage } from './exercises.js';
export { wallPage } from './wall.js';
export { beginPage } from './organiser.js';
export { passedPage } from './passed.js';
export { keptPage } from './kept.js';
export { embedPage } from './embed/page.js';
