/** A short course of the demonstration that gives a certificate, and who has earned it. */
import type { Answer } from '#src/contract/bank/answer.schema.ts'
import { completionOf, lessonsOf } from '#src/contract/course/outline.ts'
import { closedNow } from '../../areas/bank/keyAccess.ts'
import { join } from '../../areas/course/learn/course.ts'
import { readToEnd } from '../../areas/course/learn/lesson.ts'
import { handInQuiz } from '../../areas/course/learn/quiz.ts'
import { shownContents } from '../../areas/course/learn/progress.ts'
import { storedOutline } from '../../areas/course/store.ts'
import type { Queryable } from '../../db/db.ts'
import type { Platform } from '../../http/request/handler.ts'
import { callAs, type Sitter } from '../exam/sitting.ts'
import { questionsOf } from '../questions.ts'
import type { Chance } from '../random.ts'
import type { CourseSeed } from './lay.ts'

export const habits: CourseSeed = {
  key: 'habits',
  name: '勒索软件防范',
  description: '勒索软件多半从一封邮件开始。读完两节并完成小测，即可获得证书。',
  language: 'zh-CN',
  translation: {
    name: 'Keeping ransomware out',
    description: 'Most ransomware begins with a mail. Read both sections and answer the quiz to earn the certificate.',
  },
  direction: 'ops',
  difficulty: 'primary',
  credit: 0.5,
  kind: 'compulsory',
  knowledge: ['钓鱼邮件', '勒索软件', '备份'],
  skills: ['识别钓鱼邮件'],
  certificate: { months: 24 },
  chapters: [
    {
      title: '日常安全',
      other: 'Every day',
      lessons: [
        {
          title: '从邮件到加密',
          other: 'From the mail to the encryption',
          theory: 1,
          sections: [
            {
              kind: 'text',
              title: '一封邮件看三处',
              other: 'Three looks at a mail',
              minutes: 6,
              body: '1. **发件人**：显示的名字谁都可以写；看地址里 `@` 后面的域名，一个字母之差就是另一个域\n2. **链接**：鼠标停在上面，看真正的地址；`https` 只说明传输加密，不说明对方是谁\n3. **语气**：越催得急，越要停一停。换一个渠道核实，例如打通讯录里的电话\n\n收件方能借助 DNS 中的 SPF、DKIM 与 DMARC 记录拒收伪造的邮件，但拦不住从真实账号发出的钓鱼。收到可疑邮件请上报，不要只是删除。',
              body_other:
                '1. **The sender**: anybody can write any name. Look at the domain behind the `@`; one letter makes it another\n2. **The link**: rest the pointer on it and read where it really leads. `https` says that it is encrypted, not who is there\n3. **The tone**: the more it hurries you, the more reason to stop. Ask by another way, such as the number in your address book\n\nWith SPF, DKIM and DMARC in the DNS, receivers refuse forged mail; they do not stop phishing that comes from a real account. Report a suspicious mail instead of only deleting it.',
            },
            {
              kind: 'text',
              title: '备份救得回什么',
              other: 'What a backup saves',
              minutes: 6,
              body: '勒索软件先找备份再加密：能用域账号写入的备份，它也能删除。\n\n- 至少三份数据、两种介质、一份离线或不可改写\n- 定期演练恢复；没有恢复过的备份只是一个希望\n- 及时安装补丁，关闭不用的共享协议；蠕虫式的传播只需要一台没打补丁的主机\n\n已经发生时，先断网隔离，不要格式化，也不要急着关机：勒索信、样本和内存都是证据，有时还能解密。',
              body_other:
                'Ransomware looks for backups before it encrypts: what a domain account can write, it can remove.\n\n- Keep three copies on two kinds of media, one of them offline or unchangeable\n- Practise restoring; a backup that was never restored is only a hope\n- Install updates soon and switch off sharing protocols nobody uses; a worm needs one host that was left out\n\nWhen it has happened, cut the host off first. Do not format it, and do not hurry to switch it off: the note, the sample and the memory are evidence, and sometimes the way to decrypt.',
            },
            {
              kind: 'quiz',
              title: '小测：遇到勒索软件',
              other: 'Check: meeting ransomware',
              minutes: 4,
              questions: ['勒索软件事件中，下列哪些做法是恰当的？', 'WannaCry 传播时利用的“永恒之蓝”'],
            },
          ],
        },
      ],
    },
  ],
}

const day = 86_400_000
/** They go through the course as anybody would, a few days ago; the certificate comes of that. */
export async function earnCertificate(
  q: Queryable,
  c: Chance,
  { platform, now, course, learner }: { platform: Platform; now: Date; course: string; learner: Sitter },
): Promise<void> {
  const begun = now.getTime() - 6 * day
  const ground = { q, c, platform }
  const { published } = await storedOutline(q, course)
  const sections = published ? lessonsOf(published).flatMap((l) => l.sections) : []
  const [contents, bank, { questions: closed }] = await Promise.all([
    shownContents(q, course, sections),
    questionsOf(q, 'theory'),
    closedNow(q, now),
  ])
  const right = (id: string): Answer => {
    const { type, options = [] } = bank.find((one) => one.id === id)?.data ?? {}
    if (type !== 'single' && type !== 'multiple') throw new Error(`question ${id} is not answered by choosing`)
    return { type, chosen: options.filter((o) => o.correct).map((o) => o.id) }
  }
  await join(callAs(ground, learner, new Date(begun), { params: { id: course }, query: undefined, body: {} }))
  for (const [n, { id, kind, revision }] of sections.entries()) {
    const at = new Date(begun + (n + 1) * 7 * 60_000)
    const params = { id: course, section: id }
    const content = contents.get(id)
    if (content?.kind === 'quiz') {
      const open = content.items.filter((i) => !closed.has(i.question_id))
      const answers = Object.fromEntries(open.map((i) => [i.id, right(i.question_id)]))
      await handInQuiz(callAs(ground, learner, at, { params, query: {}, body: { answers, revision } }))
    } else if (completionOf[kind].includes('read'))
      await readToEnd(callAs(ground, learner, at, { params, query: undefined, body: { revision } }))
  }
}
