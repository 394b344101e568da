import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const succeeds = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0
const isFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOSPC'

/**
 * An ext4 file system in an image file, mounted. A copy of the image holds what has reached the disk: what a power cut
 * leaves. And it can be filled up, or run out of inodes, as a real disk does (a tmpfs answers otherwise).
 */
export class DiskImage {
  readonly #home: string
  readonly #image: string
  readonly folder: string

  private constructor(home: string) {
    this.#home = home
    this.#image = join(home, 'image')
    this.folder = join(home, 'mounted')
  }

  /** `undefined` where none can be mounted: it takes root and a loop device. */
  static made(megabytes: number, inodes?: number): DiskImage | undefined {
    const image = DiskImage.#in(mkdtempSync(join(tmpdir(), 'wangjian-image-')))
    writeFileSync(image.#image, '')
    truncateSync(image.#image, megabytes * 1024 * 1024)
    // nothing is kept for root, who runs the tests
    const format = ['-q', '-F', '-m', '0', ...(inodes === undefined ? [] : ['-N', String(inodes)]), image.#image]
    return succeeds('mkfs.ext4', ...format) ? image.#mounted() : image.#gone()
  }

  static #in(home: string): DiskImage {
    const image = new DiskImage(home)
    // a PostgreSQL of another account has to come by
    chmodSync(home, 0o755)
    mkdirSync(image.folder)
    return image
  }

  #mounted(): DiskImage | undefined {
    return succeeds('mount', '-o', 'loop', this.#image, this.folder) ? this : this.#gone()
  }

  #gone(): undefined {
    rmSync(this.#home, { recursive: true, force: true })
  }

  /** What a power cut at this moment would leave, mounted beside; whoever writes has to be held up meanwhile. */
  afterPowerCut(): DiskImage {
    const left = DiskImage.#in(mkdtempSync(join(tmpdir(), 'wangjian-image-')))
    if (!succeeds('cp', '--sparse=always', this.#image, left.#image)) throw new Error('the image cannot be copied')
    const mounted = left.#mounted()
    if (!mounted) throw new Error('what the power cut left cannot be mounted')
    return mounted
  }

  /** Not one block is left. */
  fill(): void {
    for (const size of [1 << 20, 1024]) {
      try {
        for (;;) writeFileSync(join(this.folder, 'padding'), Buffer.alloc(size), { flag: 'a' })
      } catch (error) {
        if (!isFull(error)) throw error
      }
    }
  }

  /** Not one inode is left, and blocks are. */
  fillWithNames(): void {
    const names = join(this.folder, 'names')
    mkdirSync(names)
    try {
      for (let n = 0; ; n++) writeFileSync(join(names, String(n)), '')
    } catch (error) {
      if (!isFull(error)) throw error
    }
  }

  free(): void {
    for (const name of ['padding', 'names']) rmSync(join(this.folder, name), { recursive: true, force: true })
  }

  remove(): void {
    spawnSync('umount', ['-l', this.folder])
    this.#gone()
  }
}

const trial = DiskImage.made(4)
trial?.remove()
/** Why no image can be mounted here; nothing where one can. */
export const noDiskImage = trial ? undefined : 'an ext4 image cannot be mounted here (it takes root and a loop device)'
if (noDiskImage) console.warn(noDiskImage)
