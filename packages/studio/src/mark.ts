/** Meridian's mark: a globe with its meridians. Takes the colour of the text around it. */
export const mark = `<svg viewBox="0 0 32 32" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><circle cx="16" cy="16" r="13"/><ellipse cx="16" cy="16" rx="5.5" ry="13"/><path d="M3 16h26"/></svg>`;
