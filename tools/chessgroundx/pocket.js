// No game here has pieces in hand.

const nothing = () => {};

export { nothing as drag, nothing as renderPockets, nothing as renderPocketsInitial };
