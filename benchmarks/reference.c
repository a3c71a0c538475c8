/* The yardstick of `splendor bench`: random play of the base game in plain C.
 *
 * It does what src/splendor/rules does for the base game with default options, by the same algorithm: the same
 * generator, drawing, order of legal actions and random choices. So it plays the same games, decision by decision,
 * and a test compares them. It knows no modules: what they cost the Python engine when nobody plays them counts
 * against that engine.
 *
 *     cc -O3 -march=native -o reference benchmarks/reference.c
 *     ./reference PLAYERS GAMES SEED
 *
 * prints one line of JSON; the seconds are processor time, so that a busy machine disturbs them less.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WHITE, BLUE, GREEN, RED, BLACK, GOLD, GEMS = GOLD, COLOURS };
enum {
    SEATS = 4,
    LEVELS = 3,
    PLACES = 4, /* of a level in the market */
    SLOTS = LEVELS * PLACES,
    HAND = 3,
    NOBLES = 10,
    NOBLE_PLACES = 5,
    NOBLE_PRESTIGE = 3,
    CARDS = 90,
    WORDS = 2, /* of a set of cards */
    TOKEN_LIMIT = 10,
    GOLD_TOKENS = 5,
    PAIR_NEEDS = 4,
    GOAL = 15,
    QUIET_ROUNDS = 25,
    MOST_LEGAL = 64,
    DECISION_LIMIT = 100000,
    SHARE = 12, /* a victory in parts that two, three and four winners can divide */
    CHOICE_STREAM = 0x2545F491,
    NOTHING = -1,
    EVERYONE = 31,
};

/* --- the things on the table --------------------------------------------------------------------------------- */
typedef struct {
    int8_t bonus, prestige, cost[GEMS];
} Card;

#define W WHITE
#define U BLUE
#define G GREEN
#define R RED
#define K BLACK
static const Card card_table[CARDS] = {
    /* level 1 */
    {W, 0, {0, 0, 0, 2, 1}}, {U, 0, {1, 0, 0, 0, 2}}, {G, 0, {2, 1, 0, 0, 0}}, {R, 0, {0, 2, 1, 0, 0}},
    {K, 0, {0, 0, 2, 1, 0}}, {W, 0, {0, 3, 0, 0, 0}}, {U, 0, {0, 0, 0, 0, 3}}, {G, 0, {0, 0, 0, 3, 0}},
    {R, 0, {3, 0, 0, 0, 0}}, {K, 0, {0, 0, 3, 0, 0}}, {W, 0, {0, 1, 1, 1, 1}}, {U, 0, {1, 0, 1, 1, 1}},
    {G, 0, {1, 1, 0, 1, 1}}, {R, 0, {1, 1, 1, 0, 1}}, {K, 0, {1, 1, 1, 1, 0}}, {W, 0, {0, 2, 0, 0, 2}},
    {U, 0, {0, 0, 2, 0, 2}}, {G, 0, {0, 2, 0, 2, 0}}, {R, 0, {2, 0, 0, 2, 0}}, {K, 0, {2, 0, 2, 0, 0}},
    {W, 0, {0, 1, 2, 1, 1}}, {U, 0, {1, 0, 1, 2, 1}}, {G, 0, {1, 1, 0, 1, 2}}, {R, 0, {2, 1, 1, 0, 1}},
    {K, 0, {1, 2, 1, 1, 0}}, {W, 0, {0, 2, 2, 0, 1}}, {U, 0, {1, 0, 2, 2, 0}}, {G, 0, {0, 1, 0, 2, 2}},
    {R, 0, {2, 0, 1, 0, 2}}, {K, 0, {2, 2, 0, 1, 0}}, {W, 0, {3, 1, 0, 0, 1}}, {U, 0, {0, 1, 3, 1, 0}},
    {G, 0, {1, 3, 1, 0, 0}}, {R, 0, {1, 0, 0, 1, 3}}, {K, 0, {0, 0, 1, 3, 1}}, {W, 1, {0, 0, 4, 0, 0}},
    {U, 1, {0, 0, 0, 4, 0}}, {G, 1, {0, 0, 0, 0, 4}}, {R, 1, {4, 0, 0, 0, 0}}, {K, 1, {0, 4, 0, 0, 0}},
    /* level 2 */
    {W, 1, {0, 0, 3, 2, 2}}, {U, 1, {0, 2, 2, 3, 0}}, {G, 1, {2, 3, 0, 0, 2}}, {R, 1, {2, 0, 0, 2, 3}},
    {K, 1, {3, 2, 2, 0, 0}}, {W, 1, {2, 3, 0, 3, 0}}, {U, 1, {0, 2, 3, 0, 3}}, {G, 1, {3, 0, 2, 3, 0}},
    {R, 1, {0, 3, 0, 2, 3}}, {K, 1, {3, 0, 3, 0, 2}}, {W, 2, {0, 0, 0, 5, 0}}, {U, 2, {0, 5, 0, 0, 0}},
    {G, 2, {0, 0, 5, 0, 0}}, {R, 2, {0, 0, 0, 0, 5}}, {K, 2, {5, 0, 0, 0, 0}}, {W, 2, {0, 0, 1, 4, 2}},
    {U, 2, {2, 0, 0, 1, 4}}, {G, 2, {4, 2, 0, 0, 1}}, {R, 2, {1, 4, 2, 0, 0}}, {K, 2, {0, 1, 4, 2, 0}},
    {W, 2, {0, 0, 0, 5, 3}}, {U, 2, {5, 3, 0, 0, 0}}, {G, 2, {0, 5, 3, 0, 0}}, {R, 2, {3, 0, 0, 0, 5}},
    {K, 2, {0, 0, 5, 3, 0}}, {W, 3, {6, 0, 0, 0, 0}}, {U, 3, {0, 6, 0, 0, 0}}, {G, 3, {0, 0, 6, 0, 0}},
    {R, 3, {0, 0, 0, 6, 0}}, {K, 3, {0, 0, 0, 0, 6}},
    /* level 3 */
    {W, 3, {0, 3, 3, 5, 3}}, {U, 3, {3, 0, 3, 3, 5}}, {G, 3, {5, 3, 0, 3, 3}}, {R, 3, {3, 5, 3, 0, 3}},
    {K, 3, {3, 3, 5, 3, 0}}, {W, 4, {0, 0, 0, 0, 7}}, {U, 4, {7, 0, 0, 0, 0}}, {G, 4, {0, 7, 0, 0, 0}},
    {R, 4, {0, 0, 7, 0, 0}}, {K, 4, {0, 0, 0, 7, 0}}, {W, 4, {3, 0, 0, 3, 6}}, {U, 4, {6, 3, 0, 0, 3}},
    {G, 4, {3, 6, 3, 0, 0}}, {R, 4, {0, 3, 6, 3, 0}}, {K, 4, {0, 0, 3, 6, 3}}, {W, 5, {3, 0, 0, 0, 7}},
    {U, 5, {7, 3, 0, 0, 0}}, {G, 5, {0, 7, 3, 0, 0}}, {R, 5, {0, 0, 7, 3, 0}}, {K, 5, {0, 0, 0, 7, 3}},
};
#undef W
#undef U
#undef G
#undef R
#undef K

static const int8_t noble_table[NOBLES][GEMS] = {
    {0, 0, 4, 4, 0}, {3, 0, 0, 3, 3}, {4, 4, 0, 0, 0}, {4, 0, 0, 0, 4}, {0, 4, 4, 0, 0},
    {0, 3, 3, 3, 0}, {3, 3, 3, 0, 0}, {0, 0, 0, 4, 4}, {3, 3, 0, 0, 3}, {0, 0, 3, 3, 3},
};

static const int8_t deck_first[LEVELS] = {0, 40, 70};
static const int8_t deck_cards[LEVELS] = {40, 30, 20};
static const int8_t gems_by_seats[SEATS + 1] = {0, 0, 4, 5, 7};

static uint64_t cost_packed[CARDS], noble_packed[NOBLES]; /* a byte for each colour */

static void pack_costs(void) {
    for (int noble = 0; noble < NOBLES; noble++)
        for (int colour = 0; colour < GEMS; colour++)
            noble_packed[noble] |= (uint64_t)noble_table[noble][colour] << 8 * colour;
    for (int card = 0; card < CARDS; card++)
        for (int colour = 0; colour < GEMS; colour++)
            cost_packed[card] |= (uint64_t)card_table[card].cost[colour] << 8 * colour;
}

/* --- actions: their order is the order in which they are offered ------------------------------------------------ */
enum {
    TAKE_DIFFERENT = 0, /* ten triples, ten pairs, five single colours */
    TRIPLES = 0,
    PAIRS = 10,
    SINGLES = 20,
    TAKE_SAME = 25,
    RESERVE = TAKE_SAME + GEMS,
    RESERVE_DECK = RESERVE + SLOTS,
    PURCHASE = RESERVE_DECK + LEVELS, /* slots, then places in the hand */
    PASS = PURCHASE + SLOTS + HAND,
    PAY = PASS + 1, /* so many tokens of the colour that is asked */
    GIVE_BACK = PAY + 8,
    VISIT = GIVE_BACK + COLOURS,
};

static const uint8_t taken[TAKE_SAME] = {7, 11, 19, 13, 21, 25, 14, 22, 26, 28, 3, 5, 9,
                                         17, 6, 10, 18, 12, 20, 24, 1, 2, 4, 8, 16};

/* --- the state ---------------------------------------------------------------------------------------------- */
typedef struct {
    uint32_t low, high;
} Chance;

typedef struct {
    int8_t tokens[COLOURS], bonus[GEMS];
    int8_t prestige, cards, hand_size;
    int8_t hand[HAND], hand_seen[HAND];
    int16_t nobles;          /* bits: those that visited */
    uint64_t tableau[WORDS]; /* bits: cards owned */
} Player;

enum Stage { ACTION, PAYING, END_OF_TURN, VISITED }; /* how far the turn has come */
enum Phase { ASK_ACTION, ASK_PAY, ASK_GIVE_BACK, ASK_VISIT, OVER };

typedef struct {
    Chance chance;
    int8_t seats, player, phase, stage;
    int8_t over, winners, ending, passes, quiet_rounds, lively;
    int8_t passed, gained, give_back_from; /* of this turn */
    int8_t card, buying, pay_step, paid[GEMS]; /* of this purchase */
    int16_t rounds;
    int8_t bank[COLOURS], nobles[NOBLE_PLACES], market[SLOTS], deck_size[LEVELS];
    uint64_t decks[LEVELS]; /* bits: the cards left; drawn from at random when one is needed */
    Player players[SEATS];
} Game;

/* --- chance --------------------------------------------------------------------------------------------------- */
static inline uint32_t rotate(uint32_t word, int by) { return word << by | word >> (32 - by); }

static inline uint32_t next_word(Chance *chance) { /* xoroshiro64** */
    uint32_t low = chance->low, high = chance->high ^ low;
    chance->low = rotate(low, 26) ^ high ^ high << 9;
    chance->high = rotate(high, 13);
    return rotate(low * 0x9E3779BBu, 5) * 5;
}

static inline int below(Chance *chance, int limit) { return (int)((uint64_t)next_word(chance) * (uint32_t)limit >> 32); }

static uint32_t scramble(uint32_t word) {
    word = (word ^ word >> 16) * 0x7FEB352Du;
    word = (word ^ word >> 15) * 0x846CA68Bu;
    return word ^ word >> 16;
}

static void seed_chance(Chance *chance, uint64_t number) {
    uint32_t low = scramble((uint32_t)number), high = scramble((uint32_t)(number >> 32) ^ 0x5EED);
    chance->low = scramble(low ^ high * 3);
    chance->high = scramble(high + low + 0x9E3779B9u);
    if (chance->low == 0 && chance->high == 0)
        chance->low = 1;
    for (int i = 0; i < 4; i++)
        next_word(chance);
}

static inline int nth(uint64_t bits, int number) { /* the place of the set bit before which so many others stand */
    uint64_t pairs = bits - (bits >> 1 & 0x5555555555), fours = (pairs & 0x3333333333) + (pairs >> 2 & 0x3333333333);
    uint64_t counts = (fours + (fours >> 4)) & 0x0F0F0F0F0F, up_to = counts * 0x0101010101;
    uint64_t beyond = (((up_to & 0xFFFFFFFFFF) | 0x8080808080) - (uint64_t)(number + 1) * 0x0101010101) & 0x8080808080;
    int place = 40 - 8 * __builtin_popcountll(beyond);
    number -= (int)(up_to << 8 >> place & 0xFF);
    int low = (int)(fours >> place & 15), upper = number >= low;
    number -= upper * low;
    place += 4 * upper;
    low = (int)(pairs >> place & 3), upper = number >= low;
    number -= upper * low;
    place += 2 * upper;
    return place + (number >= (int)(bits >> place & 1));
}

/* --- dealing ------------------------------------------------------------------------------------------------- */
static inline int draw(Game *game, int deck) {
    int place = nth(game->decks[deck], below(&game->chance, game->deck_size[deck]));
    game->deck_size[deck]--;
    game->decks[deck] &= ~(1ull << place);
    return deck_first[deck] + place;
}

static void deal(Game *game, int seats, uint64_t seed) {
    memset(game, 0, sizeof *game);
    seed_chance(&game->chance, seed);
    game->seats = (int8_t)seats;
    game->card = game->buying = NOTHING;
    for (int seat = 0; seat < SEATS; seat++)
        memset(game->players[seat].hand, NOTHING, HAND);
    memset(game->bank, gems_by_seats[seats], GEMS);
    game->bank[GOLD] = GOLD_TOKENS;
    for (int level = 0; level < LEVELS; level++) {
        game->decks[level] = (1ull << deck_cards[level]) - 1;
        game->deck_size[level] = deck_cards[level];
    }
    for (int slot = 0; slot < SLOTS; slot++)
        game->market[slot] = (int8_t)draw(game, slot / PLACES);
    memset(game->nobles, NOTHING, NOBLE_PLACES);
    uint64_t pool = (1ull << NOBLES) - 1;
    for (int place = 0; place <= seats; place++) {
        int noble = nth(pool, below(&game->chance, NOBLES - place));
        pool &= ~(1ull << noble);
        game->nobles[place] = (int8_t)noble;
    }
}

/* --- tokens --------------------------------------------------------------------------------------------------- */
static inline int offer(int16_t *legal, int number, int action, int may) { /* written in any case: no branch */
    legal[number] = (int16_t)action;
    return number + may;
}

static int add_takes(int start, int stop, int available, int16_t *legal, int number) {
    for (int action = start; action < stop; action++)
        number = offer(legal, number, TAKE_DIFFERENT + action, (taken[action] & ~available) == 0);
    return number;
}

static int legal_takes(const Game *game, int16_t *legal, int number) {
    int available = 0, colours = 0;
    for (int colour = 0; colour < GEMS; colour++) {
        int there = game->bank[colour] > 0;
        available |= there << colour;
        colours += there;
    }
    if (colours >= 3)
        number = add_takes(TRIPLES, PAIRS, available, legal, number);
    else if (colours == 2)
        number = add_takes(PAIRS, SINGLES, available, legal, number);
    else if (colours == 1)
        number = add_takes(SINGLES, TAKE_SAME, available, legal, number);
    for (int colour = 0; colour < GEMS; colour++)
        number = offer(legal, number, TAKE_SAME + colour, game->bank[colour] >= PAIR_NEEDS);
    return number;
}

static inline void take(Game *game, int colour, int amount) {
    game->bank[colour] -= (int8_t)amount;
    game->players[game->player].tokens[colour] += (int8_t)amount;
}

static inline int over_the_limit(const Player *player) {
    int held = 0;
    for (int colour = 0; colour < COLOURS; colour++)
        held += player->tokens[colour];
    return held - TOKEN_LIMIT;
}

static int legal_give_back(const Game *game, int16_t *legal) { /* in colour order, leaving enough to give */
    const Player *player = &game->players[game->player];
    int excess = over_the_limit(player), number = 0, left = 0;
    for (int colour = game->give_back_from; colour < COLOURS; colour++)
        left += player->tokens[colour];
    for (int colour = game->give_back_from; colour < COLOURS; colour++) {
        if (player->tokens[colour] > 0 && left >= excess)
            legal[number++] = (int16_t)(GIVE_BACK + colour);
        left -= player->tokens[colour];
    }
    return number;
}

/* --- reserving ------------------------------------------------------------------------------------------------ */
static int legal_reserves(const Game *game, int16_t *legal, int number) {
    if (game->players[game->player].hand_size == HAND)
        return number;
    for (int slot = 0; slot < SLOTS; slot++)
        number = offer(legal, number, RESERVE + slot, game->market[slot] != NOTHING);
    for (int deck = 0; deck < LEVELS; deck++)
        number = offer(legal, number, RESERVE_DECK + deck, game->deck_size[deck] > 0);
    return number;
}

static void enter_hand(Game *game, int card, int seen) {
    Player *player = &game->players[game->player];
    player->hand[player->hand_size] = (int8_t)card;
    player->hand_seen[player->hand_size++] = (int8_t)seen;
    game->lively = 1;
    if (game->bank[GOLD] > 0)
        take(game, GOLD, 1);
}

static void leave_hand(Player *player, int place) {
    int last = --player->hand_size;
    for (; place < last; place++) {
        player->hand[place] = player->hand[place + 1];
        player->hand_seen[place] = player->hand_seen[place + 1];
    }
    player->hand[last] = NOTHING;
    player->hand_seen[last] = 0;
}

static inline void refill(Game *game, int slot) {
    int deck = slot / PLACES;
    game->market[slot] = (int8_t)(game->deck_size[deck] > 0 ? draw(game, deck) : NOTHING);
}

/* --- purchasing ----------------------------------------------------------------------------------------------- */
static inline int price(const Player *player, int card, int colour) {
    int rest = card_table[card].cost[colour] - player->bonus[colour];
    return rest > 0 ? rest : 0;
}

static inline uint64_t wallet_of(const Player *player) { /* bonuses and tokens, packed as the costs are */
    uint64_t wallet = 0;
    for (int colour = 0; colour < GEMS; colour++)
        wallet |= (uint64_t)(player->bonus[colour] + player->tokens[colour]) << 8 * colour;
    return wallet;
}

static inline int can_pay(uint64_t wallet, int gold, int card) {
    /* Five colours at once: the high bit of a byte survives the subtraction where the wallet falls short. */
    const uint64_t ones = 0x0101010101, high_bits = ones << 7;
    uint64_t difference = (cost_packed[card] | high_bits) - wallet;
    uint64_t shortage = (difference & high_bits) >> 7;
    uint64_t missing = difference & ((shortage << 7) - shortage);
    return (int)(missing * ones >> 32 & 0xFF) <= gold;
}

static int legal_purchases(const Game *game, int16_t *legal, int number) {
    const Player *player = &game->players[game->player];
    uint64_t wallet = wallet_of(player);
    int gold = player->tokens[GOLD];
    for (int slot = 0; slot < SLOTS; slot++)
        if (game->market[slot] != NOTHING)
            number = offer(legal, number, PURCHASE + slot, can_pay(wallet, gold, game->market[slot]));
    for (int place = 0; place < player->hand_size; place++)
        number = offer(legal, number, PURCHASE + SLOTS + place, can_pay(wallet, gold, player->hand[place]));
    return number;
}

static void start_purchase(Game *game, int source) {
    Player *player = &game->players[game->player];
    game->buying = (int8_t)source;
    game->card = source < SLOTS ? game->market[source] : player->hand[source - SLOTS];
    if (source >= SLOTS)
        player->hand_seen[source - SLOTS] = EVERYONE;
    game->lively = 1;
    int no_gold = player->tokens[GOLD] == 0;
    game->pay_step = no_gold ? GEMS : 0;
    for (int colour = 0; colour < GEMS; colour++)
        game->paid[colour] = (int8_t)(no_gold ? price(player, game->card, colour) : 0);
}

/* How many tokens of the colour that is asked may be paid: as many as it takes, less what gold can replace. */
static inline void token_options(const Game *game, int *fewest, int *most) {
    const Player *player = &game->players[game->player];
    int asked = price(player, game->card, game->pay_step);
    *fewest = *most = 0;
    if (asked == 0)
        return;
    int spare = player->tokens[GOLD];
    for (int colour = 0; colour < GEMS; colour++) {
        int need = price(player, game->card, colour), tokens = player->tokens[colour];
        spare -= need - (colour < game->pay_step ? game->paid[colour] : tokens < need ? tokens : need);
    }
    int tokens = player->tokens[game->pay_step];
    *most = tokens < asked ? tokens : asked;
    *fewest = *most > spare ? *most - spare : 0;
}

static int payment_settled(Game *game) { /* colours that leave no choice are passed over */
    while (game->pay_step < GEMS) {
        int fewest, most;
        token_options(game, &fewest, &most);
        if (fewest < most)
            return 0;
        game->paid[game->pay_step++] = (int8_t)most;
    }
    return 1;
}

static int legal_payments(const Game *game, int16_t *legal) {
    int fewest, most, number = 0;
    token_options(game, &fewest, &most);
    for (int tokens = fewest; tokens <= most; tokens++)
        legal[number++] = (int16_t)(PAY + tokens);
    return number;
}

static void complete_purchase(Game *game) {
    Player *player = &game->players[game->player];
    int card = game->card, source = game->buying, gold = 0;
    for (int colour = 0; colour < GEMS; colour++) {
        gold += price(player, card, colour) - game->paid[colour];
        take(game, colour, -game->paid[colour]);
        game->paid[colour] = 0;
    }
    take(game, GOLD, -gold);
    player->tableau[card >> 6] |= 1ull << (card & 63);
    player->cards++;
    player->prestige += card_table[card].prestige;
    player->bonus[card_table[card].bonus]++;
    game->card = game->buying = NOTHING;
    game->pay_step = 0;
    if (source < SLOTS)
        refill(game, source);
    else
        leave_hand(player, source - SLOTS);
}

/* --- nobles and the end ---------------------------------------------------------------------------------------- */
static inline uint64_t pack(const int8_t *amounts) {
    uint64_t packed = 0;
    for (int colour = 0; colour < GEMS; colour++)
        packed |= (uint64_t)amounts[colour] << 8 * colour;
    return packed;
}

static inline int comes_to(uint64_t cards, int noble) {
    const uint64_t high_bits = 0x8080808080;
    return (((cards | high_bits) - noble_packed[noble]) & high_bits) == high_bits;
}

static int legal_visits(const Game *game, int16_t *legal) {
    int number = 0;
    uint64_t cards = pack(game->players[game->player].bonus);
    for (int place = 0; place < NOBLE_PLACES; place++)
        number = offer(legal, number, VISIT + place,
                       game->nobles[place] != NOTHING && comes_to(cards, game->nobles[place]));
    return number;
}

static int winners(const Game *game) { /* most prestige, then fewest cards, else shared */
    int best = -1, shared = 0;
    for (int seat = 0; seat < game->seats; seat++) {
        int standing = game->players[seat].prestige * 256 + 255 - game->players[seat].cards;
        if (standing > best) {
            best = standing;
            shared = 0;
        }
        if (standing == best)
            shared |= 1 << seat;
    }
    return shared;
}

static void end_turn(Game *game) {
    int last_seat = game->player == game->seats - 1;
    if (game->players[game->player].prestige >= GOAL)
        game->ending = 1;
    game->passes = (int8_t)(game->passed && !game->gained ? game->passes + 1 : 0);
    if (last_seat) {
        game->rounds++;
        game->quiet_rounds = (int8_t)(game->lively ? 0 : game->quiet_rounds + 1);
        game->lively = 0;
    }
    if (game->passes == game->seats || (last_seat && (game->ending || game->quiet_rounds == QUIET_ROUNDS))) {
        game->over = 1;
        game->winners = (int8_t)winners(game);
        return;
    }
    game->player = (int8_t)(last_seat ? 0 : game->player + 1);
    game->stage = ACTION;
    game->passed = game->gained = game->give_back_from = 0;
}

/* --- a turn --------------------------------------------------------------------------------------------------- */
static inline void apply(Game *game, int action) {
    game->stage = END_OF_TURN;
    if (action < TAKE_SAME) {
        for (int colour = 0; colour < GEMS; colour++)
            take(game, colour, taken[action] >> colour & 1);
    } else if (action < RESERVE) {
        take(game, action - TAKE_SAME, 2);
    } else if (action < RESERVE_DECK) {
        int slot = action - RESERVE;
        enter_hand(game, game->market[slot], EVERYONE);
        refill(game, slot);
    } else if (action < PURCHASE) {
        enter_hand(game, draw(game, action - RESERVE_DECK), 1 << game->player);
    } else if (action < PASS) {
        start_purchase(game, action - PURCHASE);
        game->stage = PAYING;
    } else if (action == PASS) {
        game->passed = 1;
    } else if (action < GIVE_BACK) {
        game->paid[game->pay_step++] = (int8_t)(action - PAY);
        game->stage = PAYING;
    } else if (action < VISIT) {
        take(game, action - GIVE_BACK, -1);
        game->give_back_from = (int8_t)(action - GIVE_BACK);
    } else {
        Player *player = &game->players[game->player];
        player->nobles |= (int16_t)(1 << game->nobles[action - VISIT]);
        player->prestige += NOBLE_PRESTIGE;
        game->nobles[action - VISIT] = NOTHING;
        game->gained = 1;
        game->stage = VISITED;
    }
}

static inline enum Phase next_phase(Game *game) {
    if (game->stage == PAYING) {
        if (!payment_settled(game))
            return ASK_PAY;
        complete_purchase(game);
        game->stage = END_OF_TURN;
    }
    if (game->stage == END_OF_TURN) {
        if (over_the_limit(&game->players[game->player]) > 0)
            return ASK_GIVE_BACK;
        game->stage = VISITED;
        return ASK_VISIT;
    }
    if (game->stage == VISITED)
        end_turn(game);
    return game->over ? OVER : ASK_ACTION;
}

static inline int legal_actions(const Game *game, int16_t *legal) {
    switch (game->phase) {
    case ASK_ACTION: {
        int number = legal_takes(game, legal, 0);
        number = legal_reserves(game, legal, number);
        number = legal_purchases(game, legal, number);
        if (number == 0)
            legal[number++] = PASS;
        return number;
    }
    case ASK_PAY:
        return legal_payments(game, legal);
    case ASK_GIVE_BACK:
        return legal_give_back(game, legal);
    case ASK_VISIT:
        return legal_visits(game, legal);
    default:
        return 0;
    }
}

/* Play an action and go on to the next decision; a follow-up with one choice is none. Returns the choices. */
static int play(Game *game, int action, int16_t *legal) {
    for (;;) {
        int number;
        apply(game, action);
        do {
            game->phase = (int8_t)next_phase(game);
            if (game->phase == OVER)
                return 0;
            number = legal_actions(game, legal);
        } while (number == 0);
        if (number != 1 || game->phase == ASK_ACTION)
            return number;
        action = legal[0];
    }
}

static int play_random(Game *game, int seats, uint64_t seed) {
    int16_t legal[MOST_LEGAL];
    Chance choice;
    deal(game, seats, seed);
    seed_chance(&choice, seed ^ CHOICE_STREAM);
    int decisions = 0, number = legal_actions(game, legal);
    while (number > 0 && decisions < DECISION_LIMIT) {
        number = play(game, legal[below(&choice, number)], legal);
        decisions++;
    }
    return decisions;
}

/* --- many games ------------------------------------------------------------------------------------------------ */
int main(int count, char **arguments) {
    if (count != 4) {
        fprintf(stderr, "usage: %s PLAYERS GAMES SEED\n", arguments[0]);
        return 2;
    }
    int seats = atoi(arguments[1]);
    long games = atol(arguments[2]);
    uint64_t seed = strtoull(arguments[3], NULL, 10);
    if (seats < 2 || seats > SEATS || games < 1) {
        fprintf(stderr, "expected 2 to 4 players and at least one game\n");
        return 2;
    }
    pack_costs();

    static Game game;
    long long decisions = 0, rounds = 0, longest = 0, unfinished = 0, wins[SEATS] = {0};
    struct timespec start, stop;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
    for (long i = 0; i < games; i++) {
        int played = play_random(&game, seats, seed + (uint64_t)i);
        decisions += played;
        rounds += game.rounds;
        longest = played > longest ? played : longest;
        unfinished += !game.over;
        int shared = __builtin_popcount((unsigned)game.winners);
        for (int seat = 0; seat < seats; seat++)
            if (game.winners >> seat & 1)
                wins[seat] += SHARE / shared;
    }
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &stop);

    double seconds = (double)(stop.tv_sec - start.tv_sec) + 1e-9 * (double)(stop.tv_nsec - start.tv_nsec);
    printf("{\"games\": %ld, \"decisions\": %lld, \"rounds\": %lld, \"longest\": %lld, \"unfinished\": %lld, "
           "\"wins\": [%lld, %lld, %lld, %lld], \"seconds\": %.6f}\n",
           games, decisions, rounds, longest, unfinished, wins[0], wins[1], wins[2], wins[3], seconds);
    return 0;
}
