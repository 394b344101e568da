import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sumsOf } from '../../src/cli/install/release-folder.ts'
import { signed } from '../../src/cli/install/signature.ts'
import { PUBLIC_KEY, SIGNATURE, SUMS, sumsText } from '../../src/cli/install/sums.ts'

/** Writes checksums of all that lies in a folder and, with a private key (PEM), who vouches for them. */
export async function seal(into: string, key: string | undefined): Promise<void> {
  const publicKey = key === undefined ? undefined : signed('', key).publicKey
  if (publicKey !== undefined) writeFileSync(join(into, PUBLIC_KEY), publicKey)
  const text = sumsText(await sumsOf(into))
  writeFileSync(join(into, SUMS), text)
  if (key !== undefined) writeFileSync(join(into, SIGNATURE), signed(text, key).signature)
}
