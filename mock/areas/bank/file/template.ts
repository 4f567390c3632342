/** Tables to begin with: one question of each kind, written by what writes an export, with headings and texts of the language. */
import { ExerciseBody, TheoryBody } from '#src/contract/bank/question.schema.ts'
import type { TableExercise } from './exerciseTable.ts'
import type { TableQuestion } from './table.ts'

export const tableLanguages = ['en-US', 'zh-CN'] as const
export type TableLanguage = (typeof tableLanguages)[number]
const set_id = '00000000-0000-4000-8000-000000000000'
const option = (text: string, correct = false, feedback = '') => ({ id: text, text, correct, feedback })

const theory: Record<TableLanguage, Record<string, unknown>[]> = {
  'en-US': [
    { type: 'true-false', title: 'Port of SSH', stem: 'SSH listens on TCP port 22 by default.', truth: true },
    {
      type: 'single',
      title: 'Secure remote shell',
      stem: 'Which protocol encrypts a remote shell?',
      options: [option('Telnet', false, 'Telnet sends everything in the clear.'), option('SSH', true), option('FTP')],
      explanation: 'SSH encrypts the session and checks the key of the server.',
    },
    {
      type: 'multiple',
      title: 'Hash functions',
      stem: 'Which of these are hash functions?',
      options: [option('SHA-256', true), option('AES-128'), option('SHA-3', true)],
      partial: 'share',
    },
    {
      type: 'completion',
      title: 'Ports of the web',
      stem: 'HTTP has port {{1}}, HTTPS port {{2}}.',
      blanks: [
        { id: 'b1', accepted: ['80'] },
        { id: 'b2', accepted: ['443', 'four hundred and forty-three'] },
      ],
    },
    {
      type: 'short',
      title: 'Least privilege',
      stem: 'What does least privilege mean, and what is it good for?',
      reference: 'Everybody has the rights their task needs and no more, so that a stolen account does little harm.',
      rubric: [
        { text: 'Says what it means', points: 3 },
        { text: 'Says what it is good for', points: 2 },
      ],
      score: 5,
      hints: [{ text: 'Think of a stolen account.', cost: 1 }],
    },
  ],
  'zh-CN': [
    { type: 'true-false', title: 'SSH 端口', stem: 'SSH 默认监听 TCP 22 端口。', truth: true },
    {
      type: 'single',
      title: '安全的远程登录',
      stem: '下列哪种协议会加密远程登录会话？',
      options: [option('Telnet', false, 'Telnet 以明文传输全部内容。'), option('SSH', true), option('FTP')],
      explanation: 'SSH 会加密会话，并校验服务器的密钥。',
    },
    {
      type: 'multiple',
      title: '哈希函数',
      stem: '下列哪些是哈希函数？',
      options: [option('SHA-256', true), option('AES-128'), option('SHA-3', true)],
      partial: 'share',
    },
    {
      type: 'completion',
      title: 'Web 服务端口',
      stem: 'HTTP 使用 {{1}} 端口，HTTPS 使用 {{2}} 端口。',
      blanks: [
        { id: 'b1', accepted: ['80'] },
        { id: 'b2', accepted: ['443', '四四三'] },
      ],
    },
    {
      type: 'short',
      title: '最小权限',
      stem: '什么是最小权限原则？它有什么作用？',
      reference: '每个人只拥有完成任务所必需的权限，账号被盗时造成的损失也就有限。',
      rubric: [
        { text: '说明含义', points: 3 },
        { text: '说明作用', points: 2 },
      ],
      score: 5,
      hints: [{ text: '想一想账号被盗的情形。', cost: 1 }],
    },
  ],
}
const exercises: Record<TableLanguage, Record<string, unknown>[]> = {
  'en-US': [
    {
      title: 'Who scanned the network?',
      stem: 'Find the address the scan came from and write down how you found it.',
      report: true,
      upload: { wanted: true, files: 2, ends: ['pdf', 'pcap'] },
      reference: 'The scan came from 10.0.0.7: it sent SYN packets to a thousand ports within a second.',
      rubric: [
        { text: 'Names the address', points: 4 },
        { text: 'Shows how it was found', points: 6 },
      ],
      score: 10,
    },
  ],
  'zh-CN': [
    {
      title: '谁扫描了网络？',
      stem: '找出扫描的来源地址，并写明分析过程。',
      report: true,
      upload: { wanted: true, files: 2, ends: ['pdf', 'pcap'] },
      reference: '扫描来自 10.0.0.7：一秒之内向一千个端口发送了 SYN 包。',
      rubric: [
        { text: '指出来源地址', points: 4 },
        { text: '写明分析过程', points: 6 },
      ],
      score: 10,
    },
  ],
}

const setName: Record<TableLanguage, string> = { 'en-US': 'Samples', 'zh-CN': '示例' }
export const theorySamples = (l: TableLanguage): TableQuestion[] =>
  theory[l].map((q) => ({ ...TheoryBody.parse({ ...q, set_id, language: l }), set_name: setName[l] }))
export const exerciseSamples = (l: TableLanguage): TableExercise[] =>
  exercises[l].map((e) => ({
    ...ExerciseBody.parse({ ...e, set_id, language: l }),
    set_name: setName[l],
    topology_name: '',
  }))
