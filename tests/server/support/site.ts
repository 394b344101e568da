/** Whose a site or shop is: no form of a carrier does without. */
export const SUBJECT = { subjectName: '样例主体', uscc_dim: '91340400MA00000X11' }
