/**
 * The commit of the previous release, whose services must work together with those of this tree. Update it
 * when a release is fully deployed.
 */
export const RELEASE_BEFORE = 'ea34c72cc457fa85452792b3d67b6b326fe3bf8d'
