export const predrop = () => () => [];
