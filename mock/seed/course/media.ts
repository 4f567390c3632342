/** Files of the demonstration's lessons, written for it: a video that was drawn and recorded in a browser, its captions, and a document. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { CourseFileUse, VideoType } from '#src/contract/course/media.ts'
import type { ScormManifest } from '#src/contract/course/package.schema.ts'
import { attachmentFile } from '../../areas/bank/attachment/store.ts'
import { mailPackage } from './package.ts'
import { pdfOf } from './pdf.ts'

export interface SeedFile {
  name: string
  use: CourseFileUse
  type: VideoType | null
  seconds: number | null
  bytes: () => Promise<Buffer>
  /** Of a package. */
  manifest?: () => ScormManifest
}
export interface LaidFile {
  id: string
  bytes: Buffer
}
const clips = path.join(path.dirname(fileURLToPath(import.meta.url)), 'clips')

const words = (lines: readonly (readonly [from: number, to: number, text: string])[]): Buffer => {
  const at = (s: number) => `00:${String(Math.floor(s / 60)).padStart(2, '0')}:${(s % 60).toFixed(3).padStart(6, '0')}`
  return Buffer.from(`WEBVTT\n\n${lines.map(([a, b, text]) => `${at(a)} --> ${at(b)}\n${text}\n`).join('\n')}`)
}
const said: readonly (readonly [number, number, string, string])[] = [
  [
    0.5,
    5.5,
    'A browser wants to talk to 192.0.2.7, which is on the same link.',
    '浏览器要访问同一链路上的 192.0.2.7。',
  ],
  [
    6,
    11.5,
    'It knows the IP address, not the hardware address. So it asks everybody.',
    '它只知道 IP 地址，不知道硬件地址，于是向所有主机询问。',
  ],
  [
    12,
    17.5,
    'The owner of the address answers, and the answer is stored for a few minutes.',
    '地址的拥有者作出应答，结果会缓存几分钟。',
  ],
  [
    18,
    23.5,
    'Nothing proves who answers: another host can claim the address of the gateway.',
    '应答没有任何证明：其他主机可以冒充网关的地址。',
  ],
  [
    24,
    29.5,
    'From then on the traffic of everybody who believes it passes through that host.',
    '此后，相信它的主机的流量都会经过那台主机。',
  ],
]
export const seedFiles = {
  arp: {
    name: 'arp-in-half-a-minute.webm',
    use: 'video',
    type: 'video/webm',
    seconds: 30,
    bytes: () => readFile(path.join(clips, 'arp.webm')),
  },
  'arp-en': {
    name: 'arp-en.vtt',
    use: 'captions',
    type: null,
    seconds: null,
    bytes: async () => words(said.map(([a, b, en]) => [a, b, en])),
  },
  'arp-zh': {
    name: 'arp-zh.vtt',
    use: 'captions',
    type: null,
    seconds: null,
    bytes: async () => words(said.map(([a, b, , zh]) => [a, b, zh])),
  },
  'capture-en': {
    name: 'reading-a-capture.pdf',
    use: 'pdf',
    type: null,
    seconds: null,
    bytes: async () =>
      pdfOf(
        [
          {
            title: '1  What a capture holds',
            lines: [
              'A capture is a list of frames as they passed one interface, each with the time',
              'at which it was seen. It shows what was sent, not what a host made of it.',
              '',
              'Note where it was taken before you read it: a capture of a switch port does not',
              'show what two other ports said to each other.',
            ],
          },
          {
            title: '2  First look',
            lines: [
              'Begin with the conversations: who talked to whom, how much, and for how long.',
              'One host that asks many others for the same port is looking for something.',
              '',
              'Then read the names: DNS questions tell what software wanted before any',
              'connection was made.',
            ],
          },
          {
            title: '3  Three filters worth knowing',
            lines: [
              'arp.duplicate-address-detected    two hosts answer for one address',
              'tcp.flags.syn == 1 and tcp.flags.ack == 0    connections that were asked for',
              'dns.flags.rcode == 3    names that do not exist',
              '',
              'Write down which filter showed what: a report says how it was found.',
            ],
          },
        ],
        { title: 'Reading a capture', chinese: false },
      ),
  },
  'capture-zh': {
    name: '如何阅读抓包.pdf',
    use: 'pdf',
    type: null,
    seconds: null,
    bytes: async () =>
      pdfOf(
        [
          {
            title: '1  抓包里有什么',
            lines: [
              '抓包是经过某个接口的帧的列表，每一帧都带有被看到的时间。',
              '它记录发送了什么，并不说明主机如何处理。',
              '',
              '阅读之前先弄清抓包位置：交换机某个端口上的抓包，',
              '看不到另外两个端口之间的通信。',
            ],
          },
          {
            title: '2  先看什么',
            lines: [
              '先看会话：谁与谁通信，流量多少，持续多久。',
              '一台主机向许多主机询问同一端口，说明它在寻找什么。',
              '',
              '再看域名：在建立任何连接之前，',
              'DNS 查询就已经说明软件想访问哪里。',
            ],
          },
          {
            title: '3  三个常用过滤器',
            lines: [
              'arp.duplicate-address-detected    两台主机应答同一地址',
              'tcp.flags.syn == 1 and tcp.flags.ack == 0    发起的连接',
              'dns.flags.rcode == 3    不存在的域名',
              '',
              '请记下哪个过滤器得出了什么结果：报告要说明是怎样发现的。',
            ],
          },
        ],
        { title: '如何阅读抓包', chinese: true },
      ),
  },
  'mail-en': { name: 'is-this-mail-what-it-seems.zip', use: 'package', type: null, seconds: null, ...mailPackage.en },
  'mail-zh': { name: '这封邮件可信吗.zip', use: 'package', type: null, seconds: null, ...mailPackage.zh },
} as const satisfies Record<string, SeedFile>
export type SeedFileKey = keyof typeof seedFiles

/** In their places, before the rows that name them count. */
export async function writeCourseFiles(files: string, laid: readonly LaidFile[]): Promise<void> {
  if (!laid.length) return
  await mkdir(path.dirname(attachmentFile(files, 'x')), { recursive: true })
  for (const { id, bytes } of laid) await writeFile(attachmentFile(files, id), bytes)
}
