/** A text in the two languages that it is written in. Terms of the trade stay English in both. */
export interface BothLanguages {
  readonly en: string;
  readonly zh: string;
}

/** One thing that the article and the sources tell differently (contract, section 16). */
export interface ArticleRow {
  readonly article: BothLanguages;
  readonly source: BothLanguages;
  /** The rules that tell it at length. */
  readonly rules: readonly string[];
}

function row(article: readonly [en: string, zh: string], source: readonly [en: string, zh: string], ...rules: readonly string[]): ArticleRow {
  return { article: { en: article[0], zh: article[1] }, source: { en: source[0], zh: source[1] }, rules };
}

/** By their number in section 16. */
export const articleRows = {
  1: row(
    ['delays grow from 500 ms to 5 min', '失败后的等待时间从 500 ms 指数增长到 5 min'],
    ['client-go begins with 800 ms, doubles up to 30 s and adds up to as much again by chance', 'client-go 从 800 ms 开始，每次翻倍，上限 30 s，再加上至多同样长的随机抖动'],
    'R-02', 'R-03', 'R-04',
  ),
  2: row(
    ['after 410 the DeltaFIFO is cleared before the relist', '收到 410 后先清空 DeltaFIFO，再重新 List'],
    ['client-go never empties the queue: what was queued is delivered first, and Replace adds to it', 'client-go 从不清空队列：已入队的先被处理，Replace 只是追加'],
    'R-44', 'R-66', 'D-24',
  ),
  3: row(
    ['after 410 everything is listed anew', '收到 410 后重新全量 List'],
    ['client-go lists from the last version that it saw, and asks for the newest state only when that list fails too', 'client-go 从最后见到的 resourceVersion 开始 List，只有这次 List 也失败时才请求最新状态'],
    'R-44', 'R-24', 'R-20',
  ),
  4: row(
    ['the watch cache is a ring of 100 events, sized by --watch-cache-sizes', 'watchCache 是固定 100 个事件的环形缓冲，大小由 --watch-cache-sizes 决定'],
    ['it begins with 100 and adapts, up to 102,400, to hold some 75 s; the only value of the flag that means anything is 0', '初始为 100，按需调整到最多 102400，以容纳约 75 s 的事件；该参数只有取 0 才有意义'],
    'A-10', 'A-11', 'A-12', 'A-13',
  ),
  5: row(
    ['the store is a hash table by namespace and name, and lists never ask etcd', 'store 是以 namespace/name 为键的哈希表，List 不访问 etcd'],
    ['it is an ordered tree by storage path; whether etcd is asked depends on version, match, limit and continue', '它是按存储路径排序的树；是否访问 etcd 取决于 resourceVersion、匹配方式、limit 与 continue'],
    'A-02', 'A-30',
  ),
  6: row(
    ['each event is offered to all cacheWatchers', '每个事件都会分发给所有 cacheWatcher'],
    ['only to those whose scope or trigger value fits; the filter of each also decides the kind of event', '只分发给作用域或触发值匹配的 cacheWatcher；各自的过滤条件还会决定事件的类型'],
    'A-40', 'A-41',
  ),
  7: row(['each API server has one watch on etcd', '每个 API server 只有一个 etcd watch'], ['one for each type of resource', '每种资源类型各有一个'], 'A-01'),
  8: row(
    ['bookmarks are sent periodically', 'Bookmark 会周期性发送'],
    ['only to those who ask for them: about every 60 s, 2 s before the deadline, and none to a watcher that is full', '只发给请求了它的 watcher：大约每 60 s 一次，以及截止前 2 s；缓冲已满的 watcher 收不到'],
    'A-50', 'A-51',
  ),
  9: row(
    ['each listed object is queued as Added', 'List 得到的每个对象以 Added 入队'],
    ['client-go queues Replaced, or one ReplacedAll; the handler hears OnAdd because the store does not know the object yet', 'client-go 入队的是 Replaced，或一个 ReplacedAll；handler 收到 OnAdd 是因为 Indexer 里还没有该对象'],
    'D-19', 'F-20', 'P-05',
  ),
  10: row(
    ['a broken watch is resumed from the last version', 'watch 断开后总是从记录的版本继续'],
    ['client-go resumes after a clean end, 429 or a refused connection; after any other failure it waits and lists', 'client-go 只在正常结束、429 或连接被拒绝后继续 watch；其他失败会退避后重新 List'],
    'R-43', 'R-47', 'R-48',
  ),
  11: row(
    ['a resync, every 30 s, queues every object', '每 30 s 一次 resync，把所有对象重新入队'],
    ['client-go has no resync unless it is asked for one, and passes over keys with deltas in the queue', 'client-go 默认没有 resync，而且会跳过队列里已有 Delta 的 key'],
    'D-28', 'R-62', 'R-65', 'S-22',
  ),
  12: row(
    ['a resync makes up for a handler that has panicked', 'resync 能补偿 handler 中被 recover 的 panic'],
    ['by default a panic of a handler ends the process; where that is switched off the notification is skipped', '默认情况下 handler panic 会终止进程；若关闭该行为，则这条通知被跳过'],
    'S-44',
  ),
  13: row(
    ['the DeltaFIFO is the buffer between fetching and handling', 'DeltaFIFO 是拉取速度与处理速度之间的缓冲'],
    ['a pop holds the lock of the queue while it updates the store; the unbounded buffer is that of each handler, behind the store', 'Pop 在更新 Indexer 期间持有队列锁；真正无界的缓冲是 Indexer 之后每个 handler 自己的缓冲'],
    'D-14', 'S-40', 'S-41', 'F-27',
  ),
  14: row(
    ['the queue is a DeltaFIFO with the deltas of each key in a list', '队列是 DeltaFIFO，每个 key 有自己的 Delta 列表'],
    ['up to client-go 1.32; since 1.33 it is a RealFIFO: one flat list in the order of the watch, nothing merged', 'client-go 1.32 及以前如此；1.33 起是 RealFIFO：按 watch 顺序的扁平列表，不做合并'],
    'F-01', 'F-70',
  ),
  15: row(
    ['the full history of a key is kept until it is popped', '一个 key 的完整变更历史会保留到被 Pop'],
    ['client-go merges two deletions of a key in a row into one', 'client-go 会把同一 key 相邻的两个 Deleted 合并为一个'],
    'D-09',
  ),
  16: row(
    ['a key stands in the queue once', '同一个 key 在队列里只出现一次'],
    ['so in a DeltaFIFO; in a RealFIFO each event is an entry of its own', 'DeltaFIFO 如此；RealFIFO 中每个事件都是独立的一项'],
    'D-08', 'F-01',
  ),
  17: row(
    ['the pop loop calls the handlers', 'Pop 循环直接调用用户的 handler'],
    ['it updates the store and puts a notification into the buffer of each handler; these are called elsewhere', '它先更新 Indexer，再把通知放进每个 handler 的缓冲；handler 在别处被调用'],
    'P-19', 'S-13', 'S-40',
  ),
  18: row(
    ['the default index function is MetaNamespaceKeyFunc', '默认的索引函数是 MetaNamespaceKeyFunc'],
    ['that is the key function; the index by namespace uses MetaNamespaceIndexFunc', '那是 key 函数；namespace 索引用的是 MetaNamespaceIndexFunc'],
    'I-01', 'I-24',
  ),
  19: row(['an Indexer has an index by namespace', 'Indexer 默认带有 namespace 索引'], ['only where a factory made it', '只有由 factory 创建的才有'], 'I-25'),
  20: row(
    ['objects are looked up by label through an index', '按 label 查找走索引'],
    ['labels are matched by going through the namespace, or the whole store', 'label 是通过遍历该 namespace 或整个 store 来匹配的'],
    'I-28',
  ),
  21: row(
    ['the work queue waits from 1 s to 5 min', 'WorkQueue 的退避从 1 s 到 5 min'],
    ['client-go waits 5 ms, doubled with each failure up to 1000 s, and lets 10 in a second pass, 100 at once', 'client-go 从 5 ms 开始，每次失败翻倍，上限 1000 s；整体限速每秒 10 个，突发 100 个'],
    'W-30', 'W-35', 'W-36',
  ),
  22: row(
    ['a key that is queued already is not queued again', '已在队列中的 key 不会重复入队'],
    ['neither is one in the hands of a worker: it is marked dirty, and queued when that is done', '正在处理的 key 也不会：它被标记为 dirty，在 Done 时重新入队'],
    'W-02', 'W-04', 'W-05',
  ),
  23: row(
    ['a queue is made by NewRateLimitingQueue(DefaultControllerRateLimiter())', '用 NewRateLimitingQueue(DefaultControllerRateLimiter()) 创建队列'],
    ['since 1.31 there are typed constructors in its place', '1.31 起改用带类型参数的构造函数'],
    'W-12',
  ),
  24: row(
    ['Done and Forget are called on success', '成功时调用 Done 和 Forget'],
    ['Done in every case; Forget on success, and when a key is given up', 'Done 任何情况下都要调用；Forget 在成功或放弃该 key 时调用'],
    'K-01', 'K-02',
  ),
  25: row(
    ['podLister.GetByKey(key)', 'podLister.GetByKey(key)'],
    ['a lister has Get(name) for each namespace; GetByKey is the Indexer’s', 'Lister 按 namespace 提供 Get(name)；GetByKey 属于 Indexer'],
    'I-30',
  ),
  26: row(
    ['a failed key is tried again for ever', '失败的 key 会无限重试'],
    ['the examples of client-go give up after 5 attempts, many controllers after 15', 'client-go 的示例在 5 次后放弃，许多控制器在 15 次后放弃'],
    'K-02',
  ),
  27: row(
    ['no call of the whole chain is synchronous', '整条链路没有任何同步调用'],
    ['queue → Indexer → distribution to the handlers is one synchronous call, within the pop', '队列 → Indexer → 分发给 handler 是 Pop 内的一次同步调用'],
    'P-10', 'S-13', 'C-01',
  ),
  28: row(
    ['List and Watch give the state, and every change', 'List 加 Watch 得到状态和之后的每一次变更'],
    ['what happened in between may be seen as one change: also an object that was deleted and made again, as an update', '中间的变更可能合并成一次：删除后重建的对象也可能表现为一次更新'],
    'P-05', 'D-21',
  ),
} as const satisfies Readonly<Record<number, ArticleRow>>;

export type ArticleRowNumber = keyof typeof articleRows;
