import type { Chapters } from "./index.ts";

export const en: Chapters = {
  base: [
    { title: "What it is about", text: [
      "You are a jeweller. Collect tokens, purchase cards with them, and let the bonuses of your cards pay for better ones. Whoever has the most prestige at the end wins.",
    ] },
    { title: "On the table", text: [
      "Three decks lie in rows, level 1 below and level 3 on top; four cards of each are face up and form the market. The bank holds seven tokens of each gem with four players, five with three, four with two, and always five gold.",
      "There is one noble more than there are players.",
    ] },
    { title: "Your turn", text: [
      "Do exactly one of four things: take three tokens of different colours; take two of one colour, if the bank has at least four of it; reserve a card; or purchase one.",
      "If fewer than three colours are left, you take one of each that is left. Gold cannot be taken this way.",
    ] },
    { title: "Reserving", text: [
      "Take a card of the market, or the top card of a deck unseen, into your hand, and one gold if the bank has any. You may have three cards in your hand and cannot throw one away; you can only purchase it later.",
    ] },
    { title: "Purchasing and paying", text: [
      "Purchase a card of the market or of your hand. Each of your bonuses takes one token of its colour off the price. Gold pays for any colour, and you decide where to use it; you never pay more than the price.",
      "The card gives you its bonus and its prestige from now on. A card that leaves the market is replaced at once.",
    ] },
    { title: "Ten tokens", text: ["At the end of your turn you may have ten tokens, gold included. Give back what is too much; you choose which."] },
    { title: "Nobles", text: [
      "If your bonuses reach all that a noble asks for, the noble visits you at the end of your turn and brings 3 prestige. Tokens do not help. Only one noble comes in a turn; if several would, you choose.",
    ] },
    { title: "The end", text: [
      "When somebody has 15 prestige, the round is played to its end, so that all have had the same number of turns. The most prestige wins; if that is equal, the fewest purchased cards; if that is equal too, the victory is shared.",
      "Nobody may pass who can do something. If for 25 rounds nobody purchases or reserves, the game ends as well.",
    ] },
  ],
  cities: [
    { title: "What changes", text: ["There are no nobles. Three cities lie on the table instead, and 15 prestige does not end the game: a city does."] },
    { title: "Reaching a city", text: [
      "A city asks for prestige and for cards of certain colours. Some ask for a number of cards of one further colour: any one, but not one that is named.",
      "The tile itself brings no prestige.",
    ] },
    { title: "The end", text: [
      "When somebody reaches a city, the round is played to its end. If one player alone has a city, that player wins, however much prestige the others have. Among several the most prestige decides, then the fewest cards.",
    ] },
    { title: "2017 and 2025", text: ["In 2017 you take the tile, and nobody else can have it; if you meet several you choose one. In 2025 the tile stays, and several players may reach the same city."] },
  ],
  posts: [
    { title: "Lasting powers", text: [
      "Five trading posts each ask for certain bonuses. At the end of a turn in which you meet a condition the power is yours for the rest of the game. Everybody can have every post, and it works from your next turn on.",
      "In 2017 you gain all posts whose condition you meet, in 2025 one in a turn, of your choice.",
    ] },
    { title: "The powers", text: [
      "A token after a purchase (3 ruby, 1 diamond): after each purchase take one gem token.",
      "Third token (2 diamond): when you take two alike, take one of another colour as well.",
      "Gold is worth two (3 sapphire, 1 onyx): each gold pays for two tokens of one colour. For the limit it remains one.",
      "One prestige per post (2017: 3 onyx; 2025: 5 emerald): for each of your posts, this one included.",
      "2017: five prestige (5 emerald and a noble). 2025: draw two (3 onyx): when you reserve from a deck, look at two cards, keep one and put the other under the deck.",
    ] },
  ],
  orient: [
    { title: "More cards", text: ["Each level has a second deck with two more cards face up. They are reserved and purchased like all others, and do something when they join your cards. Effects happen before the market is refilled and must be carried out if possible."] },
    { title: "Level 1", text: [
      "Virtual gold stands for two gold in one single purchase; then it leaves the game. It has no bonus.",
      "A copy takes on a colour of which you already have a bonus, and keeps it. Without any bonus you cannot purchase it.",
    ] },
    { title: "Level 2", text: [
      "A double bonus takes two off a price. In 2017 it also counts as two for nobles, posts, cities and sacrifices, in 2025 as one card.",
      "Copy with a free card: it copies a colour, then you take a card of level 1 from the market without paying.",
      "Reserve a noble (2017 only): take a noble from the table; from now on only you can be visited by it.",
    ] },
    { title: "Level 3", text: [
      "Free card: take a card of level 2 from the market without paying. Its own effect happens too. A free card is no purchase.",
      "Sacrifice: it costs no tokens but two cards of the colour shown (2017: two bonuses). They leave the game with their prestige. Copies of that colour go first.",
    ] },
  ],
  strongholds: [
    { title: "Three towers each", text: ["After each purchase you must do one of two things: place one of your strongholds on a card of the market or move one there, if nobody else stands on it; or remove one of another player's and give it back."] },
    { title: "Guarded cards", text: [
      "A card with your stronghold can be purchased or reserved by you alone. When you do so, your strongholds on it come back to you. Reserving brings no stronghold action.",
      "In 2025 a stronghold can be removed only where it stands alone.",
    ] },
    { title: "Conquest", text: [
      "If all three of your strongholds stand on one card at the end of your action, you may purchase it in addition, once a turn. You pay as usual; tokens beyond ten may help, for the limit is looked at only afterwards.",
      "In 2025 the slots emptied by a purchase are refilled after the conquest, in 2017 before it.",
    ] },
  ],
};
