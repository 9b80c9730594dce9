/** Deeper nesting is refused, so that no filter exhausts the stack of those that walk its tree. */
export const MAX_DEPTH = 100;

/** The most operators, names and values in one filter: each costs time for every feature that is looked at. */
export const MAX_NODES = 5000;
