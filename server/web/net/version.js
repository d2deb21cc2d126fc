/** The versions of the protocol that this page speaks. */
export const VERSIONS = [1];
