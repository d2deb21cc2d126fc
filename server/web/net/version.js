/** The versions of the protocol that this page speaks. Knows nothing of what is in them. */
export const VERSIONS = [1];
