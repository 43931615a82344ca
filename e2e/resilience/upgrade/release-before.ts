/**
 * The commit whose services must go on working beside those of this tree: the release before this one. A release
 * that is out everywhere takes its place here.
 */
export const RELEASE_BEFORE = 'ea34c72cc457fa85452792b3d67b6b326fe3bf8d'
