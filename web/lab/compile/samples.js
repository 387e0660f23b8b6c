// Programs to try in the Lab's compiler (samples.py): some that compile, and some that are refused or stopped, each for
// one reason. A line before each tells its name and the call that is measured.

/** @typedef {{ name: string, text: string, function: string, arguments: readonly number[], refused: boolean }} Sample */

const CALL = /^# %% (refused )?(\w+): (\w+)\((.*)\)\n/m;

/** @param {string} file @returns {Sample[]} */
export function samplesIn(file) {
  const [, ...parts] = file.split(/^(?=# %% )/m).map((part) => part.split(CALL));
  return parts.map(([, refused, name, called, given, text]) => ({
    name,
    text: `${text.trim()}\n`,
    function: called,
    arguments: given.split(', ').map(Number),
    refused: refused !== undefined,
  }));
}
