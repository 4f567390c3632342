/** Courses of the demonstration that are shorter: one that learners see and may not take, a draft, and one that is archived. */
import type { CourseStatus } from '#src/contract/course/course.ts'
import type { CourseSeed } from './lay.ts'

export const others: readonly { seed: CourseSeed; status: CourseStatus; days: number }[] = [
  {
    status: 'published',
    days: 12,
    seed: {
      key: 'response',
      name: '应急响应实务',
      description: '面向值班人员：从告警到结案，先做什么、不做什么、留下什么。',
      language: 'zh-CN',
      translation: {
        name: 'Incident response in practice',
        description:
          'For those on duty: from the alert to the closed case; what to do first, what to leave alone, what to keep.',
      },
      direction: 'ops-response',
      difficulty: 'intermediate',
      credit: 1,
      kind: 'compulsory',
      knowledge: ['应急响应', '证据保全'],
      skills: ['现场处置'],
      chapters: [
        {
          title: '第一小时',
          other: 'The first hour',
          lessons: [
            {
              title: '先止血，后取证？',
              other: 'Contain first, or collect first?',
              theory: 1,
              sections: [
                {
                  kind: 'text',
                  title: '第一步怎么走',
                  other: 'The first step',
                  minutes: 8,
                  body: '发现主机外联可疑地址时，不要直接关机：内存中的进程、连接与密钥会随之消失。\n\n1. 在网络侧隔离主机，保留电源\n2. 记录时间、操作人与现象\n3. 按易失性由高到低采集证据：内存、连接、进程、磁盘\n\n每一步都写进记录，之后才能说明当时为什么这样做。',
                  body_other:
                    'When a host talks to a suspicious address, do not switch it off: processes, connections and keys in memory are gone with the power.\n\n1. Cut it off on the network and leave it running\n2. Write down the time, who acts and what is seen\n3. Collect what vanishes first: memory, connections, processes, then disks\n\nEvery step goes into the log, so that it can be explained later.',
                },
                {
                  kind: 'quiz',
                  title: '小测：第一小时',
                  other: 'Check: the first hour',
                  minutes: 4,
                  questions: ['应急响应中发现主机正在外联可疑地址', '按照易失性由高到低'],
                },
              ],
            },
          ],
        },
      ],
    },
  },
  {
    status: 'draft',
    days: 3,
    seed: {
      key: 'crypto',
      name: '密码学入门',
      description: '分组密码、公钥与摘要：够用的数学，常见的误用。',
      language: 'zh-CN',
      direction: 'net-crypto',
      difficulty: 'intermediate',
      credit: 0.5,
      kind: 'elective',
      knowledge: ['分组密码', 'RSA'],
      chapters: [
        {
          title: '分组密码',
          lessons: [
            {
              title: '工作模式',
              theory: 1,
              sections: [
                {
                  kind: 'slides',
                  title: '为什么不能用 ECB',
                  minutes: 8,
                  body: '# ECB 模式\n\n相同的明文分组得到相同的密文分组。\n\n---\n\n## 后果\n\n图像加密后轮廓仍然可见；攻击者可以交换、重放分组。\n\n---\n\n## 改用什么\n\n带认证的模式，例如 **AES-GCM**；同一密钥下不要重复使用随机数。',
                },
              ],
            },
          ],
        },
      ],
    },
  },
  {
    status: 'archived',
    days: 200,
    seed: {
      key: 'old',
      name: 'Networks, last year’s edition',
      description: 'Replaced by “Web and network security basics”. Kept for its records.',
      language: 'en-US',
      direction: 'net-basics',
      difficulty: 'primary',
      credit: 1,
      kind: 'elective',
      chapters: [
        {
          title: 'Networks',
          lessons: [
            {
              title: 'Addresses and prefixes',
              theory: 1,
              sections: [
                {
                  kind: 'text',
                  title: 'Counting hosts',
                  minutes: 5,
                  body: 'A /27 leaves five bits for hosts: 32 addresses, of which the first names the network and the last is the broadcast. Thirty remain.',
                },
              ],
            },
          ],
        },
      ],
    },
  },
]
