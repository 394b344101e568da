import { crc32, deflateSync } from 'node:zlib'
import { Ecc, QrCode } from '@rc-component/qrcode/lib/libs/qrcodegen.js'

/** Light modules around a code, without which scanners do not find it. */
const QUIET = 4
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/** Of a PNG: one bit a pixel, shades of grey, no interlacing. */
const FORMAT = [1, 0, 0, 0, 0]

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(content.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** One line of pixels: a leading 0 (no filter), then eight pixels a byte, light ones as 1. */
function lineOf(side: number, isDark: (x: number) => boolean): Buffer {
  const line = Buffer.alloc(1 + Math.ceil(side / 8))
  for (let x = 0; x < side; x++) if (!isDark(x)) line[1 + (x >> 3)]! |= 0x80 >> (x & 7)
  return line
}

/** A QR code of a text as a PNG; `scale`: pixels a module. Throws a RangeError if the text is too long for one. */
export function qrPng(text: string, scale = 4): Buffer {
  const code = QrCode.encodeText(text, Ecc.MEDIUM)
  const side = (code.size + 2 * QUIET) * scale
  const at = (pixel: number): number => Math.floor(pixel / scale) - QUIET
  const lines = Array.from({ length: side }, (_, y) => lineOf(side, x => code.getModule(at(x), at(y))))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(side, 0)
  head.writeUInt32BE(side, 4)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([head, Buffer.from(FORMAT)])),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
