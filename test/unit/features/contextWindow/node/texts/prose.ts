// English prose as people and models write it.

export const prose = `There was once a lighthouse keeper who had been told, on the day that he took the post, that nothing would ever happen there. For eleven years this was true. He trimmed the lamp, wrote the weather into a book that nobody read, and grew potatoes in a patch of soil that he had carried up the rock himself, one bucket at a time.

In the twelfth year a ship came too close. It was a clear night, the lamp burned, and there was no reason for it; yet there it stood, black against the grey water, turning slowly as if somebody aboard were looking for a thing they had dropped. He rang the bell until his hands bled. By the morning the ship had gone, and not a plank of it was ever found. He wrote that into the book as well.

Dear Dr. Whitfield, thank you for your letter of the 3rd. I have read your proposal with great interest and shared it with two colleagues, who are both of the opinion that the method deserves a proper trial. Before we can go any further, however, I would ask you to clear up three questions. First, how large would the groups have to be? Second, who pays for the instruments, which as far as I can see cost about $48,000 apiece? And third, what happens to the data when the project ends?

The difference between concurrency and parallelism is worth a careful explanation. Concurrency is about dealing with many things at once: the structure of a program. Parallelism is about doing many things at once: its execution. A waiter who serves six tables is concurrent; six waiters are parallel. You can have either without the other, and most of the bugs that people blame on threads come from confusing the two.

If the request fails with a timeout, do not repeat it at once. Wait for a moment, and wait longer each time, because a server that is overloaded will not recover while all of its clients keep knocking. It also matters whether the operation may safely be done twice. Reading a page is harmless; charging a credit card is not. Give every such operation an identifier of its own, let the server remember which ones it has seen, and the question answers itself.

Photosynthesis converts light energy into chemical energy that is stored in carbohydrates. In most plants, algae and cyanobacteria this takes place in two stages. The light-dependent reactions capture photons with chlorophyll and split water molecules, releasing oxygen as a by-product; the light-independent reactions, often called the Calvin cycle, then use the resulting ATP and NADPH to fix carbon dioxide. Temperature, the intensity of the light and the concentration of carbon dioxide all limit how fast this can go.

My recommendation is to leave the kitchen where it is and to move the wall instead. You would gain nearly four square metres in the hallway, the plumbing could stay untouched, and the cost, going by what similar flats in your street have paid, should not exceed 9,500 euros. The only real disadvantage is the window: it would end up off centre, which some people mind a good deal and others never notice at all.

Summing up: the keeper was right to write it down, the doctor was right to ask, and the programmer who waits before knocking a second time is not slow but polite. Whatever else may be said of them, all three understood that a record is a message to somebody who is not in the room yet.`;
