// The bundled library has the types of the package it is made from.
export { Chessground } from 'chessgroundx/chessground';
