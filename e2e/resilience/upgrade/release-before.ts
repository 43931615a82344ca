/**
 * The commit of the previous release, whose services must work together with those of this tree. Update it
 * when a release is fully deployed.
 */
export const RELEASE_BEFORE = '4dd5220e86713f6e0676c8ebf72214bce280bd79'
