// No shape is drawn as a piece.

const nothing = () => {};

export { nothing as render, nothing as renderResized };
