import type { Announcement } from '#src/contract/notice/announcement.schema.ts'

/** Days are counted back from the day of the seeding; `orgs` are keys of `orgs.ts`. */
export interface AnnouncementSeed
  extends Pick<Announcement, 'title' | 'type' | 'content' | 'publisher' | 'pinned' | 'target'>,
    Partial<Pick<Announcement, 'translation'>> {
  key: string
  /** Negative: it begins in so many days. */
  days_ago: number
  /** Days it is shown for; undefined for good. */
  shown?: number
  orgs?: readonly string[]
  /** User name of who made it; the founder when left out. */
  by?: string
  as?: { draft?: true; withdrawn?: true }
}

export const seedAnnouncements: readonly AnnouncementSeed[] = [
  {
    key: 'welcome',
    title: '欢迎使用实训平台 Welcome to the range',
    type: 'notice',
    content:
      '## 已经开放\n\n- **工具库**：按用途查找，附命令与检测要点\n- **GHDB 语法库**：常用搜索语法\n\n课程与竞赛将陆续上线。首次登录请修改初始密码。\n\n---\n\n## Open now\n\n- **Tools**, each with its commands and how its use is noticed\n- **Search queries** of the GHDB\n\nCourses and contests follow one by one. Please change the password you were given when you first sign in.',
    publisher: '沈若溪',
    pinned: true,
    target: 'all',
    days_ago: 21,
  },
  {
    key: 'maintenance',
    title: '本周六系统维护',
    type: 'maintenance',
    content: '本周六 22:00 至次日 02:00 进行例行维护，期间无法登录。请提前保存未完成的作业。',
    translation: {
      language: 'en-US',
      title: 'Maintenance on Saturday',
      content:
        'The platform rests from Saturday 22:00 until Sunday 02:00 for routine work. Please save what you have not finished.',
    },
    publisher: 'Grace Holloway',
    pinned: false,
    target: 'all',
    days_ago: 2,
    shown: 6,
  },
  {
    key: 'contest',
    title: '秋季夺旗赛报名 Autumn flag contest',
    type: 'event',
    content:
      '面向全体学生的夺旗赛开始报名，个人赛制，题目涵盖 Web、逆向、密码和取证。赛前一周开放练习题。\n\nRegistration for the autumn contest is open to all students: single players, with tasks from the web, reversing, cryptography and forensics. Practice tasks open a week before.',
    publisher: '吴静姝',
    pinned: false,
    target: 'student',
    days_ago: 5,
    shown: 40,
  },
  {
    key: 'teachers',
    title: '教师备课说明 Notes for teachers',
    type: 'notice',
    content:
      '资源中心支持批量导入工具和搜索语法：先预览差异，再选择保留或覆盖，导入后可以撤销。\n\nTools and searches can be imported in bulk: look at the differences first, choose what to keep, and undo the import if it was not what you meant.',
    publisher: 'Grace Holloway',
    pinned: false,
    target: 'teacher',
    days_ago: 9,
  },
  {
    key: 'class',
    title: '信安 2401 班实验安排 Class timetable',
    type: 'event',
    content:
      '第 10 周起实验课改为周三下午，地点为三号机房。请携带学生证。\n\n| 周次 | 内容 |\n| --- | --- |\n| 10 | 日志分析 |\n| 11 | 流量取证 |\n| 12 | 应急响应演练 |\n\nFrom week ten the laboratory hours of this class are on Wednesday afternoons in room three. Please bring your student card.',
    publisher: '林知远',
    pinned: false,
    target: 'orgs',
    orgs: ['yunling'],
    by: 'teacher_demo',
    days_ago: 3,
  },
  {
    key: 'plant',
    title: '工控实验设备升级 Plant equipment renewed',
    type: 'notice',
    content:
      '工业控制实验室的可编程控制器已更换为新型号，旧实验指导书不再适用，新版已发放。\n\nThe controllers of the plant laboratory were replaced. The old instructions no longer fit; new ones have been handed out.',
    publisher: '沈若溪',
    pinned: false,
    target: 'orgs',
    orgs: ['nanyu', 'langang'],
    days_ago: 12,
  },
  {
    key: 'week',
    title: '网络安全宣传周 Security week',
    type: 'event',
    content:
      '宣传周期间开放三场公开演示：\n\n1. 钓鱼邮件是怎样写成的\n2. 一次勒索攻击的复盘\n3. 现场夺旗\n\nThree open demonstrations during the week: how a phishing mail is made, a look back at a ransomware case, and a live capture of flags.',
    publisher: 'Grace Holloway',
    pinned: false,
    target: 'all',
    days_ago: -4,
    shown: 7,
    by: 'admin_demo',
  },
  {
    key: 'survey',
    title: '实训满意度调查 Survey',
    type: 'notice',
    content: '（待补充问卷链接）\n\nThe link follows.',
    publisher: '苏明澈',
    pinned: false,
    target: 'student',
    days_ago: 0,
    by: 'keeper_demo',
    as: { draft: true },
  },
  {
    key: 'room',
    title: '三号机房临时关闭 Room three closed',
    type: 'maintenance',
    content: '空调检修，周二下午关闭。\n\nClosed on Tuesday afternoon while the cooling is repaired.',
    publisher: '林知远',
    pinned: false,
    target: 'orgs',
    orgs: ['yunling-cs'],
    days_ago: 6,
    by: 'teacher_demo',
    as: { withdrawn: true },
  },
]
