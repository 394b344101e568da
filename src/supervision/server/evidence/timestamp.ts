import { randomBytes } from 'node:crypto'
import { Integer, Null, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  ContentInfo,
  MessageImprint,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
  type ExtKeyUsage,
} from 'pkijs'
import { bounded } from '../probe/bounded-body.ts'
import { sha256 } from './manifest.ts'

/** An RFC 3161 time stamp: an independent authority signs that a hash existed at a time. */
export interface Stamp {
  token: string
  serial: string
  time: Date
  authority: string
}
export interface TimeService {
  url: string
  stamp(text: string): Promise<Stamp>
  /** certificates of trusted authorities; if empty, the signature is checked but not its signer */
  trusted: Certificate[]
}

/** The token is invalid, or the service gave none; with a message. */
export class StampProblem extends Error {}

const SHA256 = '2.16.840.1.101.3.4.2.1'
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const EXTENDED_USAGE = '2.5.29.37'
const PATIENCE = 10_000
const MOST = 256 * 1024

const buffer = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer
const hex = (bytes: ArrayBuffer): string => Buffer.from(bytes).toString('hex')

function requestFor(text: string, nonce: Integer): Uint8Array {
  const messageImprint = new MessageImprint({
    hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256, algorithmParams: new Null() }),
    hashedMessage: new OctetString({ valueHex: buffer(Buffer.from(sha256(text), 'hex')) }),
  })
  return new Uint8Array(new TimeStampReq({ version: 1, messageImprint, nonce, certReq: true }).toSchema().toBER())
}

interface Opened {
  signed: SignedData
  info: TSTInfo
}

function opened(token: Uint8Array): Opened {
  try {
    const signed = new SignedData({ schema: ContentInfo.fromBER(buffer(token)).content })
    const content = signed.encapContentInfo.eContent?.getValue() ?? new ArrayBuffer(0)
    return { signed, info: TSTInfo.fromBER(content) }
  } catch {
    throw new StampProblem('时间戳无法读出')
  }
}

const isForStamping = (certificate: Certificate): boolean =>
  (certificate.extensions ?? []).some(
    extension =>
      extension.extnID === EXTENDED_USAGE
      && (extension.parsedValue as ExtKeyUsage | undefined)?.keyPurposes?.includes(TIME_STAMPING),
  )

const nameOf = ({ subject }: Certificate): string =>
  subject.typesAndValues.map(one => String(one.value.valueBlock.value)).join(' ')

/** Checks imprint, signature, the certificate's purpose and, if authorities are configured, its issuer. */
export async function checkToken(token: string, text: string, trusted: Certificate[]): Promise<Stamp> {
  const { signed, info } = opened(Buffer.from(token, 'base64'))
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  if (
    hashAlgorithm.algorithmId !== SHA256
    || hex(hashedMessage.valueBlock.valueHexView.slice().buffer) !== sha256(text)
  )
    throw new StampProblem('时间戳不是为这份清单签发的')
  const result = await signed
    .verify({
      signer: 0,
      data: buffer(Buffer.from(text)),
      checkChain: trusted.length > 0,
      trustedCerts: trusted,
      checkDate: info.genTime,
      extendedMode: true,
    })
    .catch((error: unknown) => ({
      signatureVerified: false,
      signerCertificate: null,
      message: String((error as { message?: string }).message ?? error),
    }))
  if (!result.signatureVerified) throw new StampProblem('时间戳的签名无效')
  const certificate = result.signerCertificate
  if (!certificate || !isForStamping(certificate)) throw new StampProblem('时间戳不是由时间戳证书签发的')
  return {
    token,
    serial: hex(info.serialNumber.valueBlock.valueHexView.slice().buffer),
    time: info.genTime,
    authority: nameOf(certificate),
  }
}

async function ask(url: string, body: Uint8Array): Promise<Uint8Array> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply' },
    body: buffer(body),
    signal: AbortSignal.timeout(PATIENCE),
    // its address comes from the operator alone, so that it may lie in the own network; it leads nowhere else
    redirect: 'error',
  })
  if (!answer.ok) throw new StampProblem(`时间戳服务应答 ${answer.status}`)
  const found = answer.body ? await bounded(answer.body, MOST + 1) : new Uint8Array()
  if (found.length > MOST) throw new StampProblem('时间戳服务的应答过大')
  return found
}

function tokenIn(answer: Uint8Array): string {
  try {
    const { status, timeStampToken } = TimeStampResp.fromBER(buffer(answer))
    // 0 granted, 1 granted with changes
    if (status.status <= 1 && timeStampToken) return Buffer.from(timeStampToken.toSchema().toBER()).toString('base64')
  } catch {
    throw new StampProblem('时间戳服务的应答无法读出')
  }
  throw new StampProblem('时间戳服务拒绝了请求')
}

/** Requests a time stamp and checks it before it is stored. */
export function timeService(url: string, trusted: Certificate[]): TimeService {
  return {
    url,
    trusted,
    stamp: async text => {
      const nonce = new Integer({ valueHex: buffer(Buffer.concat([Buffer.from([0x01]), randomBytes(8)])) })
      const answer = await ask(url, requestFor(text, nonce)).catch((error: unknown) => {
        throw error instanceof StampProblem ? error : new StampProblem('时间戳服务没有应答')
      })
      const token = tokenIn(answer)
      const given = opened(Buffer.from(token, 'base64')).info.nonce
      if (!given || !given.isEqual(nonce)) throw new StampProblem('时间戳服务答的不是这次的请求')
      return checkToken(token, text, trusted)
    },
  }
}

/** Certificates of a PEM file. */
export function certificatesIn(pem: string): Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  return blocks.map(block =>
    Certificate.fromBER(buffer(Buffer.from(block.replace(/-----[^-]+-----|\s/g, ''), 'base64'))),
  )
}
