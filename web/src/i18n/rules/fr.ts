import type { Chapters } from "./index.ts";

export const fr: Chapters = {
  base: [
    { title: "But du jeu", text: [
      "Vous êtes joaillier. Prenez des jetons, achetez des cartes, et laissez les bonus de vos cartes en payer de meilleures. Qui a le plus de prestige à la fin gagne.",
    ] },
    { title: "Sur la table", text: [
      "Trois pioches forment des rangées, le niveau 1 en bas, le niveau 3 en haut ; quatre cartes de chacune sont visibles : c’est le marché. La banque a sept jetons de chaque pierre à quatre joueurs, cinq à trois, quatre à deux, et toujours cinq jetons or.",
      "Il y a un noble de plus que de joueurs.",
    ] },
    { title: "Votre tour", text: [
      "Faites une chose, et une seule, sur quatre : prendre trois jetons de couleurs différentes ; en prendre deux d’une couleur, si la banque en a au moins quatre ; réserver une carte ; ou en acheter une.",
      "S’il reste moins de trois couleurs, vous prenez un jeton de chacune. L’or ne se prend pas ainsi.",
    ] },
    { title: "Réserver", text: [
      "Prenez en main une carte du marché, ou la première d’une pioche sans la dévoiler, et un jeton or si la banque en a. La main a trois places, et l’on ne peut rien jeter : une carte réservée ne peut qu’être achetée.",
    ] },
    { title: "Acheter et payer", text: [
      "Achetez une carte du marché ou de votre main. Chaque bonus enlève un jeton de sa couleur au prix. L’or paie toute couleur, où vous voulez ; on ne paie jamais plus que le prix.",
      "La carte vous donne désormais son bonus et son prestige. Une carte qui quitte le marché est remplacée aussitôt.",
    ] },
    { title: "Dix jetons", text: ["À la fin du tour, dix jetons au plus, or compris. Rendez le surplus, à votre choix."] },
    { title: "Nobles", text: [
      "Si vos bonus atteignent tout ce qu’un noble demande, il vous rend visite à la fin du tour et apporte 3 points de prestige. Les jetons ne comptent pas. Un seul noble par tour ; s’il y en a plusieurs, vous choisissez.",
    ] },
    { title: "La fin", text: [
      "Quand quelqu’un a 15 points de prestige, on finit la manche pour que tous aient joué autant. Le plus de prestige gagne ; à égalité, le moins de cartes achetées ; sinon la victoire est partagée.",
      "On ne passe pas si l’on peut agir. Si pendant 25 manches personne n’achète ni ne réserve, la partie finit aussi.",
    ] },
  ],
  cities: [
    { title: "Ce qui change", text: ["Pas de nobles. Trois cités les remplacent, et 15 points de prestige ne terminent pas la partie : c’est une cité qui la termine."] },
    { title: "Atteindre une cité", text: [
      "Une cité demande du prestige et des cartes de certaines couleurs. Certaines demandent aussi un nombre de cartes d’une autre couleur : n’importe laquelle, sauf celles déjà nommées.",
      "La tuile n’apporte pas de prestige.",
    ] },
    { title: "La fin", text: [
      "Quand quelqu’un atteint une cité, on finit la manche. S’il est seul, il gagne, quel que soit le prestige des autres. Entre plusieurs, le plus de prestige décide, puis le moins de cartes.",
    ] },
    { title: "2017 et 2025", text: ["En 2017, vous prenez la tuile et personne d’autre ne peut l’avoir ; si plusieurs conviennent, vous choisissez. En 2025 la tuile reste, et plusieurs joueurs peuvent atteindre la même cité."] },
  ],
  posts: [
    { title: "Pouvoirs durables", text: [
      "Cinq comptoirs demandent chacun certains bonus. À la fin d’un tour où vous remplissez une condition, le pouvoir est à vous jusqu’à la fin. Chacun peut avoir chaque comptoir ; il agit dès votre prochain tour.",
      "En 2017 vous gagnez tous ceux dont vous remplissez la condition, en 2025 un par tour, à votre choix.",
    ] },
    { title: "Les pouvoirs", text: [
      "Un jeton après un achat (3 rubis, 1 diamant) : après chaque achat, prenez un jeton pierre.",
      "Troisième jeton (2 diamants) : quand vous en prenez deux pareils, prenez-en un d’une autre couleur.",
      "L’or compte double (3 saphirs, 1 onyx) : chaque or paie deux jetons d’une couleur. Pour la limite, il reste un jeton.",
      "Un point de prestige par comptoir (2017 : 3 onyx ; 2025 : 5 émeraudes) : pour chacun des vôtres, celui-ci compris.",
      "2017 : cinq points de prestige (5 émeraudes et un noble). 2025 : piocher deux (3 onyx) : en réservant d’une pioche, regardez deux cartes, gardez-en une, l’autre va sous la pioche.",
    ] },
  ],
  orient: [
    { title: "D’autres cartes", text: ["Chaque niveau a une seconde pioche et deux cartes de plus. On les réserve et les achète comme les autres ; elles font quelque chose en rejoignant vos cartes. Les effets ont lieu avant de remplir le marché et sont obligatoires si possible."] },
    { title: "Niveau 1", text: [
      "L’or virtuel vaut deux jetons or lors d’un seul achat, puis quitte la partie. Il n’a pas de bonus.",
      "Une copie prend une couleur dont vous avez déjà un bonus, et la garde. Sans bonus, on ne peut l’acheter.",
    ] },
    { title: "Niveau 2", text: [
      "Un double bonus enlève deux au prix. En 2017 il compte aussi double pour nobles, comptoirs, cités et sacrifices ; en 2025 comme une carte.",
      "Copie et carte gratuite : elle copie une couleur, puis vous prenez une carte de niveau 1 du marché sans payer.",
      "Réserver un noble (2017 seulement) : prenez un noble de la table ; il ne peut plus rendre visite qu’à vous.",
    ] },
    { title: "Niveau 3", text: [
      "Carte gratuite : prenez une carte de niveau 2 du marché sans payer. Son effet a lieu aussi. Ce n’est pas un achat.",
      "Sacrifice : elle ne coûte pas de jetons, mais deux cartes de la couleur montrée (2017 : deux bonus). Elles quittent la partie avec leur prestige. Les copies de cette couleur d’abord.",
    ] },
  ],
  strongholds: [
    { title: "Trois forteresses chacun", text: ["Après chaque achat, une chose sur deux : posez une de vos forteresses sur une carte du marché, ou déplacez-en une, si nul autre n’y est ; ou retirez-en une d’un autre joueur et rendez-la-lui."] },
    { title: "Cartes gardées", text: [
      "Une carte avec votre forteresse ne peut être achetée ou réservée que par vous. Vos forteresses vous reviennent alors. Réserver n’apporte pas d’action de forteresse.",
      "En 2025, on ne retire une forteresse que si elle est seule.",
    ] },
    { title: "Conquête", text: [
      "Si vos trois forteresses sont sur une carte à la fin de votre action, vous pouvez l’acheter en plus, une fois par tour. On paie comme d’habitude ; les jetons au-delà de dix peuvent servir, la limite venant après.",
      "En 2025 les places vidées par un achat se remplissent après la conquête, en 2017 avant.",
    ] },
  ],
};
