import { spawnSync } from 'node:child_process'
import { closeSync, ftruncateSync, mkdtempSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A disk of a few megabytes, which a test can fill up. */
export class SmallDisk {
  readonly folder = mkdtempSync(join(tmpdir(), 'wangjian-disk-'))
  #padding = join(this.folder, 'padding')

  static mounted(megabytes: number): SmallDisk | undefined {
    const disk = new SmallDisk()
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', disk.folder])
    if (status === 0) return disk
    rmSync(disk.folder, { recursive: true })
    return undefined
  }

  /**
   * The same as a file system of a real disk, in a file: it says of some things that they do not fit where one in memory
   * says nothing, or something else.
   */
  static ext4(megabytes: number): SmallDisk | undefined {
    const disk = new SmallDisk()
    const image = `${disk.folder}.img`
    const file = openSync(image, 'w')
    ftruncateSync(file, megabytes << 20)
    closeSync(file)
    const made = spawnSync('mkfs.ext4', ['-q', '-m', '0', image]).status === 0
    const isMounted = made && spawnSync('mount', ['-o', 'loop', image, disk.folder]).status === 0
    // the mount keeps what is in it until it ends
    rmSync(image, { force: true })
    if (isMounted) return disk
    rmSync(disk.folder, { recursive: true })
    return undefined
  }

  /** Not one more file or folder can be made, while there is place for bytes. */
  takeInodes(): void {
    for (let n = 0; tryMake(`${this.#padding}-${n}`); n++);
  }

  giveInodes(): void {
    for (let n = 0; ; n++) {
      try {
        rmSync(`${this.#padding}-${n}`)
      } catch {
        return
      }
    }
  }

  /** Not one byte is left. */
  fill(): void {
    const file = openSync(this.#padding, 'a')
    try {
      for (const size of [1 << 20, 4096, 1])
        while (tryWrite(file, size)) {
          /* until it is full */
        }
    } finally {
      closeSync(file)
    }
  }

  free(): number {
    const { size } = statSync(this.#padding)
    rmSync(this.#padding)
    return size
  }

  readOnly(): void {
    spawnSync('mount', ['-o', 'remount,ro', this.folder])
  }

  writable(): void {
    spawnSync('mount', ['-o', 'remount,rw', this.folder])
  }

  remove(): void {
    spawnSync('umount', ['-l', this.folder])
    rmSync(this.folder, { recursive: true, force: true })
  }
}

function tryWrite(file: number, size: number): boolean {
  try {
    return writeSync(file, Buffer.alloc(size)) > 0
  } catch {
    return false
  }
}

function tryMake(path: string): boolean {
  try {
    writeFileSync(path, '')
    return true
  } catch {
    return false
  }
}

const trial = SmallDisk.mounted(1)
trial?.remove()
/** Why no disk can be filled here; nothing where one can. */
export const noSmallDisk = trial
  ? undefined
  : 'a small tmpfs cannot be mounted here (it takes root): the test of a full disk is skipped'
if (noSmallDisk) console.warn(noSmallDisk)
