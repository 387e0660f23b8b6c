// No game here has men in hand.

const nothing = () => {};

export { nothing as drag, nothing as renderPockets, nothing as renderPocketsInitial };
