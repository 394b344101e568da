import { checkProject, type Checked, type KnownCode } from '../core/index.ts'
import { readConfig } from './read-config.ts'

let earlier: Checked | undefined

/**
 * A configuration folder, read and judged. What the process has judged before is used again for equal files: most files
 * of the two folders that `diff` compares are.
 */
export const checkFolder = (root: string, code?: KnownCode): Checked =>
  (earlier = checkProject(readConfig(root), earlier, code))
