BEGIN TRANSACTION;
CREATE TABLE accounts (
	id VARCHAR(32) NOT NULL, 
	name TEXT NOT NULL, 
	password TEXT NOT NULL, 
	mu FLOAT NOT NULL, 
	sigma FLOAT NOT NULL, 
	rated INTEGER NOT NULL, 
	joined BIGINT NOT NULL, "key" VARCHAR(32) DEFAULT '' NOT NULL, 
	CONSTRAINT pk_accounts PRIMARY KEY (id)
);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0005');
CREATE TABLE chats (
	"match" VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	at BIGINT NOT NULL, 
	seat INTEGER, 
	name TEXT NOT NULL, 
	text TEXT NOT NULL, request VARCHAR(64), 
	CONSTRAINT pk_chats PRIMARY KEY ("match", number), 
	CONSTRAINT fk_chats_match_matches FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE entries (
	"match" VARCHAR(32) NOT NULL, 
	version INTEGER NOT NULL, 
	body TEXT NOT NULL, 
	CONSTRAINT pk_entries PRIMARY KEY ("match", version), 
	CONSTRAINT fk_entries_match_matches FOREIGN KEY("match") REFERENCES matches (id)
);
INSERT INTO "entries" VALUES('4f76b42b-43',1,'{"kind":"sat","at":0,"seat":0,"name":"x","token":"5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"}');
INSERT INTO "entries" VALUES('4f76b42b-43',2,'{"kind":"sat","at":0,"seat":1,"name":"x","token":"6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"}');
INSERT INTO "entries" VALUES('4f76b42b-43',3,'{"kind":"sat","at":0,"seat":2,"name":"x","token":"d4735e3a265e16eee03f59718b9b5d03019c07d8b6c51f90da3a666eec13ab35"}');
INSERT INTO "entries" VALUES('4f76b42b-43',4,'{"kind":"decided","at":1000,"seat":0,"actions":[[8,7044577470827281968]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',5,'{"kind":"undone","at":2000,"seat":0}');
INSERT INTO "entries" VALUES('4f76b42b-43',6,'{"kind":"decided","at":3000,"seat":0,"actions":[[7,4355693531291048099]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',7,'{"kind":"decided","at":4000,"seat":1,"actions":[[39,4499683446528355980]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',8,'{"kind":"decided","at":5000,"seat":2,"actions":[[1,3991571645403398797]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',9,'{"kind":"confirmed","at":6000,"seat":2}');
INSERT INTO "entries" VALUES('4f76b42b-43',10,'{"kind":"decided","at":7000,"seat":0,"actions":[[0,6655032168230567235]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',11,'{"kind":"confirmed","at":8000,"seat":0}');
INSERT INTO "entries" VALUES('4f76b42b-43',12,'{"kind":"decided","at":9000,"seat":1,"actions":[[6,205885137275371228]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',13,'{"kind":"undone","at":10000,"seat":1}');
INSERT INTO "entries" VALUES('4f76b42b-43',14,'{"kind":"decided","at":11000,"seat":1,"actions":[[52,3515988492898831065]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',15,'{"kind":"decided","at":12000,"seat":2,"actions":[[31,267853967790275040]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',16,'{"kind":"decided","at":13000,"seat":0,"actions":[[51,8662286818380179104]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',17,'{"kind":"decided","at":14000,"seat":1,"actions":[[49,2129368022891090560]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',18,'{"kind":"decided","at":15000,"seat":2,"actions":[[32,2672763602704157431]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',19,'{"kind":"decided","at":16000,"seat":0,"actions":[[1,5132385192787355888]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',20,'{"kind":"decided","at":17000,"seat":1,"actions":[[29,9154597140563838362]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',21,'{"kind":"decided","at":18000,"seat":2,"actions":[[38,8260225046630073078]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',22,'{"kind":"decided","at":19000,"seat":0,"actions":[[52,4682865083012822105]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',23,'{"kind":"decided","at":20000,"seat":1,"actions":[[56,5419474466428070675]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',24,'{"kind":"decided","at":21000,"seat":1,"actions":[[110,3628046829441664965]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',25,'{"kind":"decided","at":22000,"seat":2,"actions":[[9,2238881039452743612]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',26,'{"kind":"confirmed","at":23000,"seat":2}');
INSERT INTO "entries" VALUES('4f76b42b-43',27,'{"kind":"decided","at":24000,"seat":0,"actions":[[45,3386119678237226648]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',28,'{"kind":"decided","at":25000,"seat":0,"actions":[[361,6221033722387188696]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',29,'{"kind":"confirmed","at":26000,"seat":0}');
INSERT INTO "entries" VALUES('4f76b42b-43',30,'{"kind":"decided","at":27000,"seat":1,"actions":[[1,995490176340344085]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',31,'{"kind":"decided","at":28000,"seat":2,"actions":[[72,3627138075928760446]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',32,'{"kind":"decided","at":29000,"seat":2,"actions":[[85,4328714280100837766]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',33,'{"kind":"decided","at":30000,"seat":2,"actions":[[92,9068306116041656994]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',34,'{"kind":"decided","at":31000,"seat":0,"actions":[[9,5968962120208020195]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',35,'{"kind":"decided","at":32000,"seat":0,"actions":[[358,9058058252685185223]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',36,'{"kind":"decided","at":33000,"seat":0,"actions":[[358,8486299468711616107]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',37,'{"kind":"decided","at":34000,"seat":0,"actions":[[362,3171234052040985129]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',38,'{"kind":"decided","at":35000,"seat":1,"actions":[[9,2483664782413378657]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',39,'{"kind":"decided","at":36000,"seat":2,"actions":[[50,6727529295008600709]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',40,'{"kind":"decided","at":37000,"seat":0,"actions":[[2,7567646806304162951]],"confirmed":true}');
INSERT INTO "entries" VALUES('4f76b42b-43',41,'{"kind":"decided","at":38000,"seat":0,"actions":[[361,7170223413549078937]]}');
INSERT INTO "entries" VALUES('4f76b42b-43',42,'{"kind":"confirmed","at":39000,"seat":0}');
INSERT INTO "entries" VALUES('4f76b42b-43',43,'{"kind":"decided","at":40000,"seat":1,"actions":[[58,8024427339807554827]]}');
INSERT INTO "entries" VALUES('8dceb465-107',1,'{"kind":"sat","at":0,"seat":0,"name":"x","token":"5feceb66ffc86f38d952786c6d696c79c2dbc239dd4e91b46729d73a27fb57e9"}');
INSERT INTO "entries" VALUES('8dceb465-107',2,'{"kind":"sat","at":0,"seat":1,"name":"x","token":"6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b"}');
INSERT INTO "entries" VALUES('8dceb465-107',3,'{"kind":"decided","at":1000,"seat":0,"actions":[[48,844720600218478239]]}');
INSERT INTO "entries" VALUES('8dceb465-107',4,'{"kind":"decided","at":2000,"seat":1,"actions":[[2,6788125013813301316]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',5,'{"kind":"decided","at":3000,"seat":0,"actions":[[49,2320446363199997944]]}');
INSERT INTO "entries" VALUES('8dceb465-107',6,'{"kind":"decided","at":4000,"seat":1,"actions":[[39,5360660866836849780]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',7,'{"kind":"decided","at":5000,"seat":0,"actions":[[43,5888858691079265683]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',8,'{"kind":"decided","at":6000,"seat":1,"actions":[[30,9175590954583258393]]}');
INSERT INTO "entries" VALUES('8dceb465-107',9,'{"kind":"decided","at":7000,"seat":0,"actions":[[8,8630417001859198913]]}');
INSERT INTO "entries" VALUES('8dceb465-107',10,'{"kind":"confirmed","at":8000,"seat":0}');
INSERT INTO "entries" VALUES('8dceb465-107',11,'{"kind":"decided","at":9000,"seat":1,"actions":[[8,253134114763048010]]}');
INSERT INTO "entries" VALUES('8dceb465-107',12,'{"kind":"confirmed","at":10000,"seat":1}');
INSERT INTO "entries" VALUES('8dceb465-107',13,'{"kind":"decided","at":11000,"seat":0,"actions":[[5,8225305932111922342]]}');
INSERT INTO "entries" VALUES('8dceb465-107',14,'{"kind":"confirmed","at":12000,"seat":0}');
INSERT INTO "entries" VALUES('8dceb465-107',15,'{"kind":"decided","at":13000,"seat":1,"actions":[[30,2126934262022313336]]}');
INSERT INTO "entries" VALUES('8dceb465-107',16,'{"kind":"decided","at":14000,"seat":0,"actions":[[0,1260810881964462110]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',17,'{"kind":"decided","at":15000,"seat":0,"actions":[[361,4738391131361491441]]}');
INSERT INTO "entries" VALUES('8dceb465-107',18,'{"kind":"decided","at":16000,"seat":0,"actions":[[361,7348813161334918774]]}');
INSERT INTO "entries" VALUES('8dceb465-107',19,'{"kind":"confirmed","at":17000,"seat":0}');
INSERT INTO "entries" VALUES('8dceb465-107',20,'{"kind":"decided","at":18000,"seat":1,"actions":[[57,3337812725841643675]]}');
INSERT INTO "entries" VALUES('8dceb465-107',21,'{"kind":"decided","at":19000,"seat":0,"actions":[[73,8807703397538162098]]}');
INSERT INTO "entries" VALUES('8dceb465-107',22,'{"kind":"decided","at":20000,"seat":0,"actions":[[78,6040487568089202642]]}');
INSERT INTO "entries" VALUES('8dceb465-107',23,'{"kind":"decided","at":21000,"seat":0,"actions":[[85,4593842799811611491]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',24,'{"kind":"decided","at":22000,"seat":1,"actions":[[8,3264374636725720034]]}');
INSERT INTO "entries" VALUES('8dceb465-107',25,'{"kind":"confirmed","at":23000,"seat":1}');
INSERT INTO "entries" VALUES('8dceb465-107',26,'{"kind":"decided","at":24000,"seat":0,"actions":[[43,3235326538807567540]]}');
INSERT INTO "entries" VALUES('8dceb465-107',27,'{"kind":"decided","at":25000,"seat":1,"actions":[[25,6675627203385737187]]}');
INSERT INTO "entries" VALUES('8dceb465-107',28,'{"kind":"confirmed","at":26000,"seat":1}');
INSERT INTO "entries" VALUES('8dceb465-107',29,'{"kind":"decided","at":27000,"seat":0,"actions":[[4,6452409434765204402]]}');
INSERT INTO "entries" VALUES('8dceb465-107',30,'{"kind":"confirmed","at":28000,"seat":0}');
INSERT INTO "entries" VALUES('8dceb465-107',31,'{"kind":"decided","at":29000,"seat":1,"actions":[[55,4425061708986322633]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',32,'{"kind":"decided","at":30000,"seat":0,"actions":[[4,6513598875987360476]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',33,'{"kind":"decided","at":31000,"seat":1,"actions":[[9,4509366128664090484]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',34,'{"kind":"decided","at":32000,"seat":0,"actions":[[55,8135655611721207008]]}');
INSERT INTO "entries" VALUES('8dceb465-107',35,'{"kind":"decided","at":33000,"seat":1,"actions":[[6,6695700423605082629]]}');
INSERT INTO "entries" VALUES('8dceb465-107',36,'{"kind":"decided","at":34000,"seat":1,"actions":[[357,9196334587188331758]]}');
INSERT INTO "entries" VALUES('8dceb465-107',37,'{"kind":"confirmed","at":35000,"seat":1}');
INSERT INTO "entries" VALUES('8dceb465-107',38,'{"kind":"decided","at":36000,"seat":0,"actions":[[0,2518900432714424287]]}');
INSERT INTO "entries" VALUES('8dceb465-107',39,'{"kind":"confirmed","at":37000,"seat":0}');
INSERT INTO "entries" VALUES('8dceb465-107',40,'{"kind":"decided","at":38000,"seat":1,"actions":[[21,7876234091688994865]]}');
INSERT INTO "entries" VALUES('8dceb465-107',41,'{"kind":"decided","at":39000,"seat":1,"actions":[[359,8702998249761534609]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',42,'{"kind":"decided","at":40000,"seat":0,"actions":[[22,7004312414053909298]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',43,'{"kind":"decided","at":41000,"seat":1,"actions":[[55,1585322368085477190]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',44,'{"kind":"decided","at":42000,"seat":0,"actions":[[54,1062745307918967936]]}');
INSERT INTO "entries" VALUES('8dceb465-107',45,'{"kind":"decided","at":43000,"seat":1,"actions":[[0,8472866607121268667]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',46,'{"kind":"decided","at":44000,"seat":0,"actions":[[14,7501870079113865286]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',47,'{"kind":"decided","at":45000,"seat":1,"actions":[[55,6377919642444845446]]}');
INSERT INTO "entries" VALUES('8dceb465-107',48,'{"kind":"decided","at":46000,"seat":0,"actions":[[0,7324813930328267102]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',49,'{"kind":"decided","at":47000,"seat":0,"actions":[[358,38702289762446538]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',50,'{"kind":"decided","at":48000,"seat":0,"actions":[[359,6847981299223011990]]}');
INSERT INTO "entries" VALUES('8dceb465-107',51,'{"kind":"confirmed","at":49000,"seat":0}');
INSERT INTO "entries" VALUES('8dceb465-107',52,'{"kind":"decided","at":50000,"seat":1,"actions":[[56,2844355230213290088]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',53,'{"kind":"decided","at":51000,"seat":0,"actions":[[63,6824803366379159456]]}');
INSERT INTO "entries" VALUES('8dceb465-107',54,'{"kind":"decided","at":52000,"seat":1,"actions":[[0,3706448799920755513]]}');
INSERT INTO "entries" VALUES('8dceb465-107',55,'{"kind":"confirmed","at":53000,"seat":1}');
INSERT INTO "entries" VALUES('8dceb465-107',56,'{"kind":"decided","at":54000,"seat":0,"actions":[[3,861957756402019533]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',57,'{"kind":"decided","at":55000,"seat":1,"actions":[[57,4130427584325499098]]}');
INSERT INTO "entries" VALUES('8dceb465-107',58,'{"kind":"decided","at":56000,"seat":0,"actions":[[54,3624347532344395272]]}');
INSERT INTO "entries" VALUES('8dceb465-107',59,'{"kind":"decided","at":57000,"seat":1,"actions":[[57,8065315581635723750]]}');
INSERT INTO "entries" VALUES('8dceb465-107',60,'{"kind":"decided","at":58000,"seat":0,"actions":[[56,8952976085506059377]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',61,'{"kind":"decided","at":59000,"seat":1,"actions":[[6,5146181554523911984]]}');
INSERT INTO "entries" VALUES('8dceb465-107',62,'{"kind":"decided","at":60000,"seat":1,"actions":[[358,309501756822417584]]}');
INSERT INTO "entries" VALUES('8dceb465-107',63,'{"kind":"decided","at":61000,"seat":1,"actions":[[359,4181783857211314244]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',64,'{"kind":"decided","at":62000,"seat":0,"actions":[[2,6531009742188605210]]}');
INSERT INTO "entries" VALUES('8dceb465-107',65,'{"kind":"confirmed","at":63000,"seat":0}');
INSERT INTO "entries" VALUES('8dceb465-107',66,'{"kind":"decided","at":64000,"seat":1,"actions":[[55,678357457446613326]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',67,'{"kind":"decided","at":65000,"seat":0,"actions":[[55,5756897224494384807]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',68,'{"kind":"decided","at":66000,"seat":1,"actions":[[73,6313957326175937901]]}');
INSERT INTO "entries" VALUES('8dceb465-107',69,'{"kind":"confirmed","at":67000,"seat":1}');
INSERT INTO "entries" VALUES('8dceb465-107',70,'{"kind":"decided","at":68000,"seat":0,"actions":[[4,3769835867007297621]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',71,'{"kind":"decided","at":69000,"seat":1,"actions":[[36,810009046765074474]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',72,'{"kind":"decided","at":70000,"seat":0,"actions":[[54,1676440815067577067]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',73,'{"kind":"decided","at":71000,"seat":1,"actions":[[56,4802945172830795002]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',74,'{"kind":"decided","at":72000,"seat":1,"actions":[[109,5919179769070007938]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',75,'{"kind":"decided","at":73000,"seat":0,"actions":[[54,7014604041272720841]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',76,'{"kind":"decided","at":74000,"seat":1,"actions":[[56,3925457470248005317]]}');
INSERT INTO "entries" VALUES('8dceb465-107',77,'{"kind":"decided","at":75000,"seat":0,"actions":[[61,472557060637212480]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',78,'{"kind":"decided","at":76000,"seat":1,"actions":[[55,1671506097624761254]]}');
INSERT INTO "entries" VALUES('8dceb465-107',79,'{"kind":"decided","at":77000,"seat":0,"actions":[[2,3377450962377792119]]}');
INSERT INTO "entries" VALUES('8dceb465-107',80,'{"kind":"undone","at":78000,"seat":0}');
INSERT INTO "entries" VALUES('8dceb465-107',81,'{"kind":"decided","at":79000,"seat":0,"actions":[[2,6367767163387901699]]}');
INSERT INTO "entries" VALUES('8dceb465-107',82,'{"kind":"confirmed","at":80000,"seat":0}');
INSERT INTO "entries" VALUES('8dceb465-107',83,'{"kind":"decided","at":81000,"seat":1,"actions":[[57,6320875314257147037]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',84,'{"kind":"decided","at":82000,"seat":0,"actions":[[56,1829837269785177481]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',85,'{"kind":"decided","at":83000,"seat":1,"actions":[[73,4163646569878597837]]}');
INSERT INTO "entries" VALUES('8dceb465-107',86,'{"kind":"undone","at":84000,"seat":1}');
INSERT INTO "entries" VALUES('8dceb465-107',87,'{"kind":"decided","at":85000,"seat":1,"actions":[[73,8204575958000184080]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',88,'{"kind":"decided","at":86000,"seat":0,"actions":[[62,2622752131859165495]]}');
INSERT INTO "entries" VALUES('8dceb465-107',89,'{"kind":"decided","at":87000,"seat":1,"actions":[[0,6673709210052452865]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',90,'{"kind":"decided","at":88000,"seat":0,"actions":[[1,1774199813253747828]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',91,'{"kind":"decided","at":89000,"seat":1,"actions":[[32,6603239617708409330]]}');
INSERT INTO "entries" VALUES('8dceb465-107',92,'{"kind":"decided","at":90000,"seat":0,"actions":[[72,3643624473272118697]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',93,'{"kind":"decided","at":91000,"seat":1,"actions":[[54,742580291020404220]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',94,'{"kind":"decided","at":92000,"seat":0,"actions":[[57,3607301244631647867]]}');
INSERT INTO "entries" VALUES('8dceb465-107',95,'{"kind":"decided","at":93000,"seat":1,"actions":[[56,5701722390108614995]]}');
INSERT INTO "entries" VALUES('8dceb465-107',96,'{"kind":"decided","at":94000,"seat":0,"actions":[[50,6509888749767786082]]}');
INSERT INTO "entries" VALUES('8dceb465-107',97,'{"kind":"decided","at":95000,"seat":1,"actions":[[63,4215410482731307327]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',98,'{"kind":"decided","at":96000,"seat":1,"actions":[[92,4465971054973119045]]}');
INSERT INTO "entries" VALUES('8dceb465-107',99,'{"kind":"decided","at":97000,"seat":0,"actions":[[57,8805524167890057313]]}');
INSERT INTO "entries" VALUES('8dceb465-107',100,'{"kind":"decided","at":98000,"seat":1,"actions":[[63,6273955132845880855]]}');
INSERT INTO "entries" VALUES('8dceb465-107',101,'{"kind":"decided","at":99000,"seat":0,"actions":[[56,4508287168233983113]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',102,'{"kind":"decided","at":100000,"seat":1,"actions":[[74,6415948467884701880]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',103,'{"kind":"decided","at":101000,"seat":0,"actions":[[60,5403979005249807901]]}');
INSERT INTO "entries" VALUES('8dceb465-107',104,'{"kind":"decided","at":102000,"seat":1,"actions":[[57,656333890152038601]]}');
INSERT INTO "entries" VALUES('8dceb465-107',105,'{"kind":"decided","at":103000,"seat":1,"actions":[[365,1351233624612433564]],"confirmed":true}');
INSERT INTO "entries" VALUES('8dceb465-107',106,'{"kind":"decided","at":104000,"seat":0,"actions":[[56,794587520333454854]]}');
INSERT INTO "entries" VALUES('8dceb465-107',107,'{"kind":"decided","at":105000,"seat":1,"actions":[[67,5977502161952554680]]}');
CREATE TABLE matches (
	id VARCHAR(32) NOT NULL, 
	settings TEXT NOT NULL, 
	status VARCHAR(10) NOT NULL, 
	public BOOLEAN NOT NULL, 
	version INTEGER NOT NULL, 
	created BIGINT NOT NULL, 
	due BIGINT, listed_until BIGINT, 
	CONSTRAINT pk_matches PRIMARY KEY (id)
);
INSERT INTO "matches" VALUES('4f76b42b-43','{"match":"4f76b42b-43","setup":{"players":3,"cities":null,"posts":null,"orient":2025,"strongholds":null,"take_fewer":"short_supply_only","extra_nobles":false,"payment":"free"},"deal_seed":5,"created":0,"public":false,"hints":true,"rated":false,"time_control":null,"invitation":null,"follows":null}','playing',0,43,0,NULL,NULL);
INSERT INTO "matches" VALUES('8dceb465-107','{"match":"8dceb465-107","setup":{"players":2,"cities":null,"posts":null,"orient":null,"strongholds":null,"take_fewer":"short_supply_only","extra_nobles":false,"payment":"free"},"deal_seed":6,"created":0,"public":false,"hints":true,"rated":false,"time_control":null,"invitation":null,"follows":null}','over',0,107,0,NULL,NULL);
CREATE TABLE mutes (
	"match" VARCHAR(32) NOT NULL, 
	number INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	other INTEGER, 
	muted BOOLEAN NOT NULL, 
	request VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_mutes PRIMARY KEY ("match", number), 
	CONSTRAINT fk_mutes_match_matches FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE rated (
	"match" VARCHAR(32) NOT NULL, 
	CONSTRAINT pk_rated PRIMARY KEY ("match"), 
	CONSTRAINT fk_rated_match_matches FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE refusals (
	"match" VARCHAR(32) NOT NULL, 
	owner VARCHAR(64) NOT NULL, 
	request VARCHAR(64) NOT NULL, 
	at BIGINT NOT NULL, 
	CONSTRAINT pk_refusals PRIMARY KEY ("match", owner, request), 
	CONSTRAINT fk_refusals_match_matches FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE taking_part (
	account VARCHAR(32) NOT NULL, 
	"match" VARCHAR(32) NOT NULL, 
	seat INTEGER NOT NULL, 
	CONSTRAINT pk_taking_part PRIMARY KEY (account, "match"), 
	CONSTRAINT fk_taking_part_account_accounts FOREIGN KEY(account) REFERENCES accounts (id), 
	CONSTRAINT fk_taking_part_match_matches FOREIGN KEY("match") REFERENCES matches (id)
);
CREATE TABLE tokens (
	hash VARCHAR(64) NOT NULL, 
	account VARCHAR(32) NOT NULL, 
	name TEXT NOT NULL, 
	expires BIGINT, 
	CONSTRAINT pk_tokens PRIMARY KEY (hash), 
	CONSTRAINT fk_tokens_account_accounts FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE uptime (
	id INTEGER NOT NULL, 
	seen BIGINT NOT NULL, 
	down BIGINT NOT NULL, 
	CONSTRAINT pk_uptime PRIMARY KEY (id)
);
INSERT INTO "uptime" VALUES(1,60000,60000);
CREATE INDEX ix_matches_due ON matches (due);
CREATE INDEX ix_matches_lobby ON matches (public, status, created);
CREATE INDEX ix_tokens_account ON tokens (account);
CREATE UNIQUE INDEX ix_chats_request ON chats ("match", seat, request);
CREATE UNIQUE INDEX ix_mutes_request ON mutes ("match", seat, request);
CREATE UNIQUE INDEX ix_accounts_key ON accounts ("key");
COMMIT;
