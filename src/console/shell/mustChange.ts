import { currentConfig } from '../data/config.ts'

export const PASSWORD_PAGE = 'caseClues/xsPaiFa'

/** Signed in with a one-time password: the server answers nothing else before it is changed. */
export const mustChangePassword = (): boolean => currentConfig().boot?.user.mustChangePassword === true
