import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const isDone = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0

/**
 * A file system in a file. What programs have written into it and not synced lies in the system's memory; the file has
 * what a power cut leaves.
 */
export class DiskImage {
  readonly #folder = mkdtempSync(join(tmpdir(), 'wangjian-image-'))
  readonly #file = join(this.#folder, 'image')
  /** where it is mounted */
  readonly folder = join(this.#folder, 'mounted')

  private constructor() {
    // a PostgreSQL runs as somebody else
    chmodSync(this.#folder, 0o755)
    mkdirSync(this.folder)
  }

  static mounted(megabytes: number): DiskImage | undefined {
    const image = new DiskImage()
    writeFileSync(image.#file, '')
    truncateSync(image.#file, megabytes * 1024 * 1024)
    if (isDone('mkfs.ext4', '-q', '-F', image.#file) && isDone('mount', '-o', 'loop', image.#file, image.folder))
      return image
    image.remove()
    return undefined
  }

  /** What would be there after a power cut now, mounted; whoever writes has to be held up meanwhile. */
  afterPowerCut(): DiskImage {
    const copy = new DiskImage()
    if (
      !isDone('cp', '--sparse=always', this.#file, copy.#file)
      || !isDone('mount', '-o', 'loop', copy.#file, copy.folder)
    )
      throw new Error('a copy of the image cannot be mounted')
    return copy
  }

  remove(): void {
    spawnSync('umount', ['-l', this.folder])
    rmSync(this.#folder, { recursive: true, force: true })
  }
}

const trial = DiskImage.mounted(1)
trial?.remove()
/** Why no file system in a file can be had here; nothing where one can. */
export const noDiskImage = trial
  ? undefined
  : 'no file system in a file can be mounted here (it takes root and loop devices): power cuts are not tried with one'
if (noDiskImage) console.warn(noDiskImage)
