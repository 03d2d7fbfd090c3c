import { assert, describe, it } from "@effect/vitest"
import { Array } from "effect"
import { type Ending, maxWindow, quickWindow, ReceiverWindow } from "../../../src/app/delivery/ReceiverWindow.ts"
import { endings, scheduleScene } from "./scheduleScene.ts"

const { failed, near, quick, slow, swift } = endings

/** How many calls a receiver is given after these endings. */
const sizeAfter = (...learnt: ReadonlyArray<readonly [Ending, times: number]>): number => {
  const receiver = new ReceiverWindow("https://example.com")
  for (const [ending, times] of learnt) for (let time = 0; time < times; time++) receiver.learn(ending, receiver.size)
  return receiver.size
}

const taking = (millis: number): Ending => ({ isSuccess: true, millis })

describe("the window of a receiver", () => {
  it("grows by one with each success, as far as they are worth it", () => {
    assert.strictEqual(sizeAfter([swift, 2]), 5)
    assert.strictEqual(sizeAfter([swift, 61]), maxWindow)
    assert.strictEqual(sizeAfter([swift, 500]), maxWindow)
    assert.strictEqual(sizeAfter([taking(101), 500]), quickWindow)
    assert.strictEqual(sizeAfter([quick, 500]), quickWindow)
  })

  it.each([
    [0, 16],
    [4, 16],
    [5, 20],
    [10, 40],
    [16, 64],
    [17, 64]
  ])("of one whose soonest answer takes %i ms is %i at most, whatever holds up the others", (millis, most) => {
    assert.strictEqual(sizeAfter([taking(millis), 1], [swift, 100]), most)
  })

  it.each([
    [1, 16],
    [2, 16],
    [3, 18],
    [10, 60],
    [11, 64],
    [300, 64]
  ])("of one that is near and shared by %i organizations is %i at most", (organizations, most) => {
    const { lane } = scheduleScene()
    const [{ receiver }] = Array.makeBy(organizations, (organization) => lane(organization, 0))
    for (let time = 0; time < 100; time++) receiver.learn(near, receiver.size)
    assert.strictEqual(receiver.size, most)
    for (let time = 0; time < 100; time++) receiver.learn(quick, receiver.size)
    assert.strictEqual(receiver.size, quickWindow)
  })

  it("goes back by one with each success after one of those that share it has nothing left", () => {
    const { lane, schedule } = scheduleScene()
    const [{ receiver }, ...others] = Array.makeBy(5, (organization) => lane(organization, 0))
    for (let time = 0; time < 100; time++) receiver.learn(near, receiver.size)
    assert.strictEqual(receiver.size, 30)
    for (const one of others) schedule.tidy(one)
    receiver.learn(near, receiver.size)
    assert.strictEqual(receiver.size, 29)
    for (let time = 0; time < 100; time++) receiver.learn(near, receiver.size)
    assert.strictEqual(receiver.size, quickWindow)
  })

  it("goes back by one with each success of one that is near again, or not swift any more", () => {
    assert.strictEqual(sizeAfter([swift, 100], [near, 1]), maxWindow - 1)
    assert.strictEqual(sizeAfter([swift, 100], [near, 100]), quickWindow)
    assert.strictEqual(sizeAfter([swift, 100], [quick, 10]), maxWindow - 10)
    assert.strictEqual(sizeAfter([swift, 100], [quick, 100]), quickWindow)
  })

  it("forgets how soon the answers of long ago came", () => {
    assert.strictEqual(sizeAfter([near, 128], [swift, 128]), quickWindow)
    assert.strictEqual(sizeAfter([near, 128], [swift, 129]), quickWindow + 1)
    assert.strictEqual(sizeAfter([near, 128], [swift, 300]), maxWindow)
  })

  it("is halved by whatever is slow, and by each failure, however soon it comes", () => {
    assert.strictEqual(sizeAfter([swift, 100], [slow, 1]), maxWindow / 2)
    assert.strictEqual(sizeAfter([swift, 100], [failed, 2]), maxWindow / 4)
    assert.strictEqual(sizeAfter([swift, 100], [failed, 10]), 1)
    // How soon a failure comes says nothing of how far away the receiver is.
    assert.strictEqual(sizeAfter([swift, 100], [failed, 10], [swift, 100]), maxWindow)
  })
})
