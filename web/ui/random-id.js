// Names for what a browser keeps: short, and hardly ever the same.

export const randomId = () => Math.random().toString(36).slice(2, 12);
